// Pacing: values that a loop carries only to decide how to wait, such as the counter of a backoff.
#pragma once
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>

#include "instrument/plan.h"

namespace heddle {

// Is `carried`, a phi of the loop's header or a local in memory, one of those? "Yes" must be certain.
bool is_pacing(const llvm::Value& carried, const llvm::Loop& loop, const llvm::PostDominatorTree& post_dominators,
               const Plan& plan);

}  // namespace heddle
