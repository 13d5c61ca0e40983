// Compiling for states: HEDDLE_STATES=1, for --engine explicit (runtime/program_state.h).
//
// States of a program can be compared if its stack holds nothing but its own values, and livelocks can be told from servers if
// it is known where loops go round. So a module that was compiled so has the stack cleared before it calls a function, and tells
// where the iterations of loops begin that may not end, whether it is the first, and whether the loop can be left at all.
#pragma once
#include <llvm/Analysis/LoopInfo.h>

#include "instrument/runtime_calls.h"

namespace heddle {

bool telling_states();
// The module says that it was compiled so. HEDDLE_STATES=library is for those that call nobody who waits, and say no more than that.
bool announces_states();

//   %flags = phi i32 [1, %entry], [0, %latch]
//   call void @__heddle_lap(i32 %flags)
void mark_lap(llvm::Loop& loop, RuntimeCalls& runtime);

//   call i32 @f()   =>   call void @__heddle_clear()   call i32 @f()
void clear_before_calls(llvm::Function& function, RuntimeCalls& runtime);

}  // namespace heddle
