// A local variable that stays in memory is said to live there from beginning to end, so that debuggers and reports find it.
#pragma once

namespace llvm {
class Function;
}

namespace heddle {

void settle_locals(llvm::Function& function);

}  // namespace heddle
