// Before libstdc++ lets a thread sleep, std::__detail::__atomic_spin asks sixteen times whether it must:
//
//   for (auto i = 0; i < 16; ++i) {
//     if (pred()) return true;
//     if (i < 12) pause(); else yield();
//   }
//
// Each look is an event, and when a change comes after the third or after the tenth of them makes no difference to anyone.
// So the loop looks once. Nothing is lost: a thread that looks in vain changes nothing, so whatever it does after the loop
// it could do as well if it had begun the loop only with its last look. Nothing is added: if one look at one place is in
// vain, so are sixteen at the same moment.
//
//   icmp slt i32 %i, 16   =>   icmp slt i32 %i, 1
//
// The second half needs a question that reads one place. A semaphore's also exchanges, and may fail at that for another
// reason each time; it keeps its sixteen rounds, as do waits with a deadline, which look at the clock.
#include "instrument/polling.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "instrument/judgements.h"
#include "instrument/waiting.h"

using namespace llvm;

namespace heddle {
namespace {

constexpr StringLiteral kSpin = "_ZNSt8__detail13__atomic_spinI";
constexpr StringLiteral kLoad = "_ZNSt13__atomic_impl4loadI";  // writes to a local, by a pointer
constexpr uint64_t kRounds = 16;

bool is_harmless(const CallBase& call) {
  if (call.doesNotReturn() || call.onlyReadsMemory() || is_marker(call) || is_waiting(call)) return true;
  if (auto* fill = dyn_cast<MemIntrinsic>(&call)) return local_behind(fill->getRawDest()) != nullptr;
  const Function* callee = call.getCalledFunction();
  return callee && (callee->getName() == "memcmp" || callee->getName().starts_with(kLoad));
}

// All it does, callees included, is to look: it writes nothing but locals, and calls nothing unknown.
bool only_looks(const Function& function) {
  SmallSetVector<const Function*, 16> reached;
  reached.insert(&function);
  for (size_t i = 0; i < reached.size(); ++i)
    for (const Instruction& instruction : instructions(*reached[i])) {
      if (auto* call = dyn_cast<CallBase>(&instruction)) {
        if (is_harmless(*call)) continue;
        const Function* callee = call->getCalledFunction();
        if (!callee || callee->isDeclaration()) return false;
        reached.insert(callee);
      } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        if (store->isAtomic() || !local_behind(store->getPointerOperand())) return false;
      } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
        return false;
      }
    }
  return true;
}

// The comparison of the counter with the number of rounds; null if the function is not as it is known here.
ICmpInst* bound_of(Function& function) {
  ICmpInst* found = nullptr;
  for (Instruction& instruction : instructions(function)) {
    auto* compare = dyn_cast<ICmpInst>(&instruction);
    auto* constant = compare ? dyn_cast<ConstantInt>(compare->getOperand(1)) : nullptr;
    if (!constant || constant->getValue() != kRounds || compare->getPredicate() != ICmpInst::ICMP_SLT) continue;
    if (found) return nullptr;
    found = compare;
  }
  return found;
}

struct PollingPass : PassInfoMixin<PollingPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    bool changed = false;
    if (!judging()) return PreservedAnalyses::all();
    for (Function& function : module) {
      if (function.isDeclaration() || (!function.getName().starts_with(kSpin) && !broken("polling-anywhere"))) continue;
      ICmpInst* bound = bound_of(function);
      if (!bound || (!only_looks(function) && !broken("polling-anywhere"))) continue;
      bound->setOperand(1, ConstantInt::get(bound->getOperand(1)->getType(), 1));
      changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

}  // namespace

void register_polling(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(PollingPass()); });
}

}  // namespace heddle
