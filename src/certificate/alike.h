// Threads that can be exchanged for each other: a state in which one of them stands here and another there is the same as the one in
// which they stand the other way round, so that the search needs only one of them. A certificate claims it; here it is checked.
//
// Threads are alike if
// - they do the same: their trees are one, on the same memory and objects, and each begins at its root whoever creates it,
// - they create and join nobody,
// - whoever joins one of them joins all of them, with nothing between, and takes no result,
// - and no thread but main calls exit: who goes on first when several are released would decide what comes before that.
// Threads that do not exist yet are not exchanged: they are created in the order that their creator's tree says. All the rest of a state
// that names threads, the owners of locks and who waits for what, is exchanged with them.
#pragma once
#include "certificate/model.h"

namespace heddle::certificate {

// The groups that the certificate claims; an error if one does not hold. All of `model` but its groups is there.
Result<std::vector<std::vector<ThreadId>>> find_groups(const Certificate& certificate, const Model& model);

}  // namespace heddle::certificate
