// Intrinsics that are several accesses in one, or one of another name, become loads and stores before anything is planned.
#pragma once
#include <llvm/IR/Function.h>

namespace heddle {

// True if the function was changed, and what is known of it must be found out again.
bool expand_accesses(llvm::Function& function);

}  // namespace heddle
