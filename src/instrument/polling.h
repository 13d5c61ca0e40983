// Polling of libstdc++'s waits (atomic wait, latch, barrier): once instead of sixteen times.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace heddle {

// Done before the optimiser, which merges the polling loop with the one around it.
void register_polling(llvm::PassBuilder& builder);

}  // namespace heddle
