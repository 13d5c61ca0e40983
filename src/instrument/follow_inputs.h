// Calls of the runtime that follow_values treats apart from others: those that return an input of the program, and assumptions.
#pragma once
#include <llvm/IR/InstrTypes.h>

namespace heddle {

// Returns an input (__VERIFIER_nondet_int and so on). `takes`: with its term, if the program declares the function with the type that it has.
bool is_input(const llvm::CallBase& call);
bool takes_input(const llvm::CallBase& call);
bool is_assumption(const llvm::CallBase& call);

}  // namespace heddle
