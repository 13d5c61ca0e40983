// See unused_results.h.
//
//   call i32 @pthread_barrier_wait(ptr %b)   =>   call i32 @__heddle_barrier_wait_unused(ptr %b)
//
// One of those who meet at a barrier is told that it is the one. If nobody asks, it does not matter in which order they came.
#include "instrument/unused_results.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstrTypes.h>

#include "instrument/judgements.h"

using namespace llvm;

namespace heddle {

void tell_unused_results(Module& module, RuntimeCalls& runtime) {
  Function* wait = module.getFunction("pthread_barrier_wait");
  if (!wait || !wait->isDeclaration()) return;
  for (User* user : make_early_inc_range(wait->users())) {
    auto* call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledFunction() != wait || !(call->use_empty() || broken("always-unused"))) continue;
    call->setCalledFunction(runtime.declare("__heddle_barrier_wait_unused", wait->getFunctionType()));
  }
}

}  // namespace heddle
