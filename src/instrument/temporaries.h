// Slots of the stack that a function writes before it reads them, without optimisation: they begin as zeros.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace heddle {

void register_temporaries(llvm::PassBuilder& builder);

}  // namespace heddle
