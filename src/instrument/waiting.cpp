#include "instrument/waiting.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "instrument/judgements.h"

using namespace llvm;

namespace heddle {
namespace {

using Callers = SmallPtrSet<const Function*, 8>;

bool is_waiting_name(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases("sched_yield", "pthread_yield", "thrd_yield", "__gthrw_sched_yield", true)
      .Cases("usleep", "nanosleep", "clock_nanosleep", "sleep", "thrd_sleep", true)
      .Default(false);
}

bool is_waiting_assembly(const CallBase& call) {
  return StringSwitch<bool>(StringRef(cast<InlineAsm>(call.getCalledOperand())->getAsmString()).trim())
             .Cases("", "nop", "pause", "rep; nop", "rep;nop", "rep nop", "yield", true)
             .Default(false) &&
         call.arg_empty() && call.getType()->isVoidTy();
}

bool is_waiting(const CallBase& call, Callers& callers);

// Only private memory, only calls that wait. A function that calls itself is not looked through.
bool is_waiting(const Function& function, Callers& callers) {
  if (function.isInterposable() || !callers.insert(&function).second) return false;
  for (const Instruction& instruction : instructions(function)) {
    if (is_marker(instruction) || isa<AllocaInst>(instruction)) continue;
    if (auto* call = dyn_cast<CallBase>(&instruction)) {
      auto* fill = dyn_cast<MemIntrinsic>(call);
      const AllocaInst* filled = fill ? local_behind(fill->getRawDest()) : nullptr;
      auto* copy = dyn_cast<MemTransferInst>(call);
      auto* constant = copy ? dyn_cast<GlobalVariable>(copy->getRawSource()) : nullptr;
      if (filled && only_used_to_wait(*filled) && (!copy || (constant && constant->isConstant()))) continue;
      if (!is_waiting(*call, callers)) return false;
    } else if (isa<LoadInst>(instruction) || isa<StoreInst>(instruction)) {
      const AllocaInst* local = local_behind(getLoadStorePointerOperand(&instruction));
      if (!local || !only_used_to_wait(*local)) return false;
    } else if (instruction.isTerminator()) {
      if (!isa<BranchInst>(instruction) && !isa<SwitchInst>(instruction) && !isa<ReturnInst>(instruction)) return false;
    } else if (instruction.mayReadOrWriteMemory() ||
               !(isa<PHINode>(instruction) || isSafeToSpeculativelyExecute(&instruction))) {
      return false;
    }
  }
  callers.erase(&function);
  return true;
}

bool is_waiting(const CallBase& call, Callers& callers) {
  if (!isa<CallInst>(call) || call.doesNotReturn()) return false;
  if (call.isInlineAsm()) return is_waiting_assembly(call);
  if (call.getIntrinsicID() == Intrinsic::x86_sse2_pause) return true;
  const Function* callee = call.getCalledFunction();
  if (!callee || callee->isIntrinsic()) return false;
  return callee->isDeclaration() ? is_waiting_name(callee->getName()) : is_waiting(*callee, callers);
}

bool only_used_to_wait(const Value& pointer) {
  for (const Use& use : pointer.uses()) {
    auto* user = cast<Instruction>(use.getUser());
    if (is_marker(*user)) continue;
    if (isa<LoadInst>(user)) continue;
    if (auto* store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &pointer) return false;
    } else if (auto* element = dyn_cast<GetElementPtrInst>(user)) {
      if (!element->hasAllConstantIndices() || !only_used_to_wait(*element)) return false;
    } else if (auto* fill = dyn_cast<MemIntrinsic>(user)) {
      if (use.getOperandNo() != 0 || !isa<ConstantInt>(fill->getLength())) return false;
    } else {
      auto* call = dyn_cast<CallInst>(user);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || !callee->isDeclaration() || !is_waiting_name(callee->getName())) return false;
    }
  }
  return true;
}

}  // namespace

bool is_waiting(const CallBase& call) {
  if (broken("always-waiting") && call.getCalledFunction() && !call.getCalledFunction()->isIntrinsic()) return true;
  Callers callers;
  return is_waiting(call, callers);
}

bool is_marker(const Instruction& instruction) {
  auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && (intrinsic->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic));
}

bool only_used_to_wait(const AllocaInst& local) {
  return local.isStaticAlloca() && only_used_to_wait(static_cast<const Value&>(local));
}

const AllocaInst* local_behind(const Value* pointer) {
  while (auto* element = dyn_cast<GetElementPtrInst>(pointer)) {
    if (!element->hasAllConstantIndices()) return nullptr;
    pointer = element->getPointerOperand();
  }
  return dyn_cast<AllocaInst>(pointer);
}

}  // namespace heddle
