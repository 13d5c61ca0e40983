#include "instrument/call_effects.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>

#include "instrument/ignored.h"
#include "instrument/judgements.h"
#include "instrument/outside_calls.h"
#include "instrument/positions.h"
#include "instrument/rewrites.h"

using namespace llvm;

namespace heddle {

bool CallEffects::visible(const CallBase& call) {
  const Function* callee = nullptr;
  return broken("calls-visible") || (visible_itself(call, callee) && (!callee || visible(*callee)));
}

// Judges all of a call but a callee of this module's, which is returned.
bool CallEffects::visible_itself(const CallBase& call, const Function*& callee) {
  if (call.doesNotReturn() && isa<CallInst>(call)) return true;  // leaves the loop
  if (call.isInlineAsm()) {
    const Assembly kind = classify(call);
    return kind == Assembly::kHarmless || kind == Assembly::kFence;
  }
  if (call.getIntrinsicID() != Intrinsic::not_intrinsic) {
    const Unseen kind = classify_intrinsic(call, sharing_);
    return kind != Unseen::kOutsideValue && kind != Unseen::kTouchesMemory;
  }
  const Function* called = call.getCalledFunction();
  if (!called) return broken("pointers-visible");
  if (is_string_function(call) || is_atomic_function(call) ||
      (called->isDeclaration() && may_repeat(called->getName())))
    return true;
  if (called->isDeclaration() || called->isInterposable() || called->hasAvailableExternallyLinkage()) {
    if (called->doesNotAccessMemory()) return true;
    // Code of the user's in another file is instrumented as well; a system header's function is a library's.
    const DISubprogram* subprogram = called->getSubprogram();
    return subprogram && subprogram->getFile() && !is_system_file(subprogram->getFile());
  }
  callee = called;
  return true;
}

// All but what its callees do.
bool CallEffects::visible_itself(const Function& function, SmallVectorImpl<const Function*>& callees) {
  if (is_ignored(function) || function.hasFnAttribute(Attribute::Naked)) return false;
  for (const Instruction& instruction : instructions(function)) {
    if (auto* call = dyn_cast<CallBase>(&instruction)) {
      const Function* callee = nullptr;
      if (!visible_itself(*call, callee)) return false;
      if (callee) callees.push_back(callee);
    } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      for (const Value* object : objects_of(store->getPointerOperand()))
        if (sharing_.is_private_thread_local(object) && !broken("hidden-counts")) return false;
    }
  }
  return true;
}

// A function is visible if every function that can be reached from it is so by itself. Functions may call each other in
// circles, so nothing is assumed of one that is still being judged: all that can be reached is gathered first. If one of
// them is not visible, neither are those on the way to it; if all are, all are.
bool CallEffects::visible(const Function& function) {
  if (auto known = known_.find(&function); known != known_.end()) return known->second;
  if (broken("optimistic-recursion")) {
    known_[&function] = true;
    SmallVector<const Function*, 8> callees;
    const bool itself = visible_itself(function, callees);
    const bool others = all_of(callees, [&](const Function* callee) { return visible(*callee); });
    return known_[&function] = itself && others;
  }
  SmallVector<const Function*, 16> reached{&function};
  DenseMap<const Function*, const Function*> caller{{&function, nullptr}};
  for (size_t i = 0; i < reached.size(); ++i) {
    const Function* current = reached[i];
    auto known = known_.find(current);
    if (known != known_.end() && known->second) continue;
    SmallVector<const Function*, 8> callees;
    if (known != known_.end() || !visible_itself(*current, callees)) {
      for (; current; current = caller.lookup(current)) known_[current] = false;
      return false;
    }
    for (const Function* callee : callees)
      if (caller.try_emplace(callee, current).second) reached.push_back(callee);
  }
  for (const Function* each : reached) known_[each] = true;
  return true;
}

}  // namespace heddle
