// The runtime learns where the program is from the address that a call returns to. A function that ends with a call may
// jump instead, and the call then seems to be one of its caller's.
#pragma once
#include <llvm/IR/Function.h>

namespace heddle {

// Calls that leave the module return to where they were made.
void keep_returns(llvm::Function& function);

}  // namespace heddle
