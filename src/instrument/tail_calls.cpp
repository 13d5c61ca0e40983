// See tail_calls.h. Calls of functions in the module may stay jumps, so that recursion needs no more stack than it did: where
// such a function is, it says itself. `musttail` is a promise to the program and stays.
//
//   tail call i32 @pthread_mutex_unlock(ptr %m)   =>   notail call i32 @pthread_mutex_unlock(ptr %m)
#include "instrument/tail_calls.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace heddle {

void keep_returns(Function& function) {
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (!call || isa<IntrinsicInst>(call) || call->isInlineAsm() || call->isMustTailCall()) continue;
    const Function* callee = call->getCalledFunction();
    if (!callee || callee->isDeclaration()) call->setTailCallKind(CallInst::TCK_NoTail);
  }
}

}  // namespace heddle
