// Waiting: calls that only pass time, and locals that serve nothing else (the timespec of a nanosleep, the counter of
// a delay loop).
#pragma once
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace heddle {

// sched_yield, nanosleep and their like, pause, and functions of the module that do no more than call those.
bool is_waiting(const llvm::CallBase& call);
// Markers for debuggers and optimisers, which do nothing.
bool is_marker(const llvm::Instruction& instruction);
// All there is of the local are accesses of it, volatile ones included, and calls that wait with it as an operand.
bool only_used_to_wait(const llvm::AllocaInst& local);
// The local that `pointer` points into at a fixed place; null if there is none.
const llvm::AllocaInst* local_behind(const llvm::Value* pointer);

}  // namespace heddle
