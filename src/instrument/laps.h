// Compiling for states: HEDDLE_STATES=1, for --engine explicit (runtime/program_state.h).
//
// States of a program can be compared if its stack holds nothing but its own values, and livelocks can be told from servers if
// it is known where loops go round. So a module that was compiled so has the stack cleared before it calls a function, and tells
// where the iterations of loops begin that may not end, whether it is the first, and whether the loop can be left at all.
#pragma once
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Passes/PassBuilder.h>

#include "instrument/runtime_calls.h"

namespace heddle {

bool telling_states();
// The module says that it was compiled so. HEDDLE_STATES=library is for those that call nobody who waits, and say no more than that.
bool announces_states();

// Before the optimiser, which makes one loop of two that begin at the same place: in `while (1) { while (!go) {} go = 0; }` it is the inner
// one in which a thread waits. Loops that this could happen to begin with a mark, which goes again when they are told.
void register_laps(llvm::PassBuilder& builder);
void remove_lap_marks(llvm::Module& module);

//   %flags = phi i32 [1, %entry], [0, %latch]
//   call void @__heddle_lap(i32 %flags)
void mark_lap(llvm::Loop& loop, const llvm::LoopInfo& loops, RuntimeCalls& runtime);

//   call i32 @f()   =>   call void @__heddle_clear()   call i32 @f()
void clear_before_calls(llvm::Function& function, RuntimeCalls& runtime);

}  // namespace heddle
