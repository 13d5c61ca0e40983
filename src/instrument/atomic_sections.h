// Functions named __VERIFIER_atomic_* run as one step: the verification competition's way to say so.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace heddle {

// Done before the optimiser, which inlines such functions and so loses their names.
void register_atomic_sections(llvm::PassBuilder& builder);

}  // namespace heddle
