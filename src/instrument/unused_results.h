// Calls of the C library whose result the program does not look at: the runtime is told so by another name of the function.
#pragma once
#include "instrument/runtime_calls.h"

namespace heddle {

void tell_unused_results(llvm::Module& module, RuntimeCalls& runtime);

}  // namespace heddle
