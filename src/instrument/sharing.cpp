#include "instrument/sharing.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/judgements.h"
#include "instrument/waiting.h"

using namespace llvm;

namespace heddle {

SmallVector<const Value*, 4> objects_of(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return objects;
}

static bool is_of_compiler(const Value* object) {
  auto* global = dyn_cast<GlobalVariable>(object);
  return global && (global->getName().starts_with("__llvm") || global->getName().starts_with("llvm."));
}

bool Sharing::is_private(const Value* pointer, bool write) {
  if (!judging()) return all_of(objects_of(pointer), is_of_compiler);
  return is_surely_private(pointer, write);
}

bool Sharing::is_surely_private(const Value* pointer, bool write) {
  for (const Value* object : objects_of(pointer))
    if (!object_is_private(object, write)) return false;
  return true;
}

bool Sharing::object_is_private(const Value* object, bool write) {
  if (isa<AllocaInst>(object)) return !escapes(object) || (write && broken("stores-private"));
  if (auto* argument = dyn_cast<Argument>(object))
    return (argument->hasByValAttr() && !escapes(object)) || broken("arguments-private");
  if (auto* global = dyn_cast<GlobalVariable>(object)) {
    if ((global->isConstant() || broken("globals-constant")) && !write) return true;
    return is_of_compiler(global) || is_private_thread_local(global);
  }
  return false;
}

bool Sharing::escapes(const Value* object) {
  constexpr unsigned kMaxUses = 1000;
  auto [entry, fresh] = escapes_.try_emplace(object, true);
  if (!fresh) return entry->second;
  // To LLVM a volatile access captures, and so may nanosleep.
  auto* local = dyn_cast<AllocaInst>(object);
  const bool result = !(local && only_used_to_wait(*local)) && !broken("always-private") &&
                      PointerMayBeCaptured(object, /*ReturnCaptures=*/true, /*StoreCaptures=*/true, kMaxUses);
  return escapes_[object] = result;
}

// Only loads and stores of the variable itself, never its address as a value.
static bool only_accessed(const Value* address) {
  for (const User* user : address->users()) {
    if (isa<LoadInst>(user)) continue;
    if (auto* store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == address) return false;
    } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(user)) {
      if (intrinsic->getIntrinsicID() != Intrinsic::threadlocal_address || !only_accessed(intrinsic)) return false;
    } else {
      return false;
    }
  }
  return true;
}

bool Sharing::is_private_thread_local(const Value* object) {
  auto* global = dyn_cast<GlobalVariable>(object);
  if (!global || !global->isThreadLocal() || !global->hasLocalLinkage()) return false;
  auto [entry, fresh] = thread_local_.try_emplace(global, false);
  if (fresh) entry->second = only_accessed(global) || broken("thread-locals-private");
  return entry->second;
}

}  // namespace heddle
