// How much of a thread's private memory a call may read or write that the code which follows values does not see.
#pragma once
#include <llvm/IR/InstrTypes.h>

namespace heddle {

enum class Reach {
  kNothing,
  kNear,        // the first bytes behind its pointers (HEDDLE_NEAR)
  kEverything,  // it follows pointers, or goes through arrays
};

// Of an outside function that the runtime is not told about before and after, of assembly and of intrinsics.
Reach reach_of(const llvm::CallBase& call);

}  // namespace heddle
