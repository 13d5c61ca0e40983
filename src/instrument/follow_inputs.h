// Calls of the runtime that follow_values treats apart from others: those that return an input of the program, and assumptions.
#pragma once
#include <llvm/IR/InstrTypes.h>

namespace heddle {

// Returns an input (__VERIFIER_nondet_int and so on). `takes`: with its term, if the program declares the function with the type that it has.
bool is_input(const llvm::CallBase& call);
bool takes_input(const llvm::CallBase& call);
bool is_assumption(const llvm::CallBase& call);

// Prints to the standard streams, and nobody looks at how much was printed: what is printed tells the program nothing.
bool only_prints(const llvm::CallBase& call);
// Marks such a call, and what is kept for the runtime of its arguments.
inline constexpr const char* kOnlyPrints = "heddle.prints";

}  // namespace heddle
