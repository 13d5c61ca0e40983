// Pins: accesses to memory that others may share stay as they were written, while everything else is optimised.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace heddle {

// Puts pinning before the optimiser, and unpinning of what turned out to be private behind its inliner and its end.
void register_pins(llvm::PassBuilder& builder);

// Takes the pins away, so that what is left are the accesses as written.
void remove_pins(llvm::Module& module);

}  // namespace heddle
