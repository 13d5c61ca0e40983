// Following values: beside a value that may come from a read of shared memory goes the number of its term (src/trace/term.h).
//
// HEDDLE_FOLLOW=1 compiles a program so. It runs over the module when everything else is done: each access to memory that may be shared is a call of
// the runtime by then. The value that such a call returns, and what is computed from it, has a *shadow*, an i32 that is 0 for no term.
// Branches, addresses and all that leaves the code that follows values are *asked* (abi.h).
#pragma once
#include <llvm/IR/Module.h>

#include "instrument/positions.h"
#include "instrument/runtime_calls.h"

namespace heddle {

// Are values to be followed?
bool following_values();

void follow_values(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions, RuntimeCalls& runtime,
                   Positions& positions);

}  // namespace heddle
