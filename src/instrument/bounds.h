// Accesses that miss their local: private ones, of which the runtime never hears, and those that miss it by more than its gap.
#pragma once
#include "instrument/rewrites.h"

namespace heddle {

// After all is known of loops and of what is private: a comparison of pointers tells nobody, but it looks as if. Before the rewrites.
void check_bounds(llvm::Function& function, Rewriter& rewriter);

}  // namespace heddle
