// `inline` functions of C without a definition that others see: C leaves it to the program to have one somewhere, and compilers that
// inline every call never look for it. Here it is kept as one that any other definition takes the place of.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace heddle {

void register_c_inline(llvm::PassBuilder& builder);

}  // namespace heddle
