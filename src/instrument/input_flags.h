// Inputs that are pointers, where the program only looks whether they are null: two values are enough.
//
//   %p = call ptr @__VERIFIER_nondet_pointer()    =>   %p = call ptr @heddle_input_flag()
//   %c = icmp eq ptr %p, null                          %c = icmp eq ptr %p, null
#pragma once
#include <llvm/IR/Module.h>

namespace heddle {

void find_input_flags(llvm::Module& module);

}  // namespace heddle
