// See unused_results.h.
//
//   call i32 @pthread_barrier_wait(ptr %b)        =>   call i32 @__heddle_barrier_wait_unused(ptr %b)
//   call i64 (i64, ...) @syscall(i64 202, ...)    =>   call i64 (i64, ...) @__heddle_syscall_unused(i64 202, ...)
//
// One of those who meet at a barrier is told that it is the one. If nobody asks, it does not matter in which order they came. Who wakes
// up others with futex(2) is told how many they were, which hardly anybody asks.
#include "instrument/unused_results.h"

#include <llvm/ADT/STLExtras.h>
#include <linux/futex.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <sys/syscall.h>

#include "instrument/judgements.h"

using namespace llvm;

namespace heddle {

namespace {

template <class F>
void rename_calls(Module& module, RuntimeCalls& runtime, StringRef name, StringRef unused, F&& fits) {
  Function* called = module.getFunction(name);
  if (!called || !called->isDeclaration()) return;
  for (User* user : make_early_inc_range(called->users())) {
    auto* call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledFunction() != called || !fits(*call)) continue;
    if (call->use_empty() || broken("always-unused"))
      call->setCalledFunction(runtime.declare(unused, called->getFunctionType()));
  }
}

bool wakes_others(const CallBase& call) {
  if (call.arg_size() < 3) return false;
  const auto* number = dyn_cast<ConstantInt>(call.getArgOperand(0));
  const auto* operation = dyn_cast<ConstantInt>(call.getArgOperand(2));
  if (!number || !operation || number->getZExtValue() != SYS_futex) return false;
  const uint64_t what = operation->getZExtValue() & FUTEX_CMD_MASK;
  return what == FUTEX_WAKE || what == FUTEX_WAKE_BITSET;
}

}  // namespace

void tell_unused_results(Module& module, RuntimeCalls& runtime) {
  rename_calls(module, runtime, "pthread_barrier_wait", "__heddle_barrier_wait_unused", [](auto&) { return true; });
  rename_calls(module, runtime, "syscall", "__heddle_syscall_unused", wakes_others);
}

}  // namespace heddle
