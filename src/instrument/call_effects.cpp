#include "instrument/call_effects.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>

#include "instrument/ignored.h"
#include "instrument/judgements.h"
#include "instrument/positions.h"
#include "instrument/rewrites.h"

using namespace llvm;

namespace heddle {

// Functions outside the program that waiting loops call: none keeps state that makes the next call differ,
// other than what the runtime itself models.
static bool is_harmless_name(StringRef name) {
  static const StringSet<> names{
      "sched_yield", "pthread_yield", "thrd_yield", "usleep", "nanosleep", "clock_nanosleep", "sleep", "thrd_sleep",
      "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_spin_lock",
      "pthread_spin_trylock", "pthread_spin_unlock", "pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock",
      "pthread_rwlock_wrlock", "pthread_rwlock_trywrlock", "pthread_rwlock_unlock", "mtx_lock", "mtx_trylock",
      "mtx_unlock", "sem_trywait", "sem_wait", "sem_post", "sem_getvalue", "pthread_cond_wait", "pthread_cond_signal",
      "pthread_cond_broadcast", "cnd_wait", "cnd_signal", "cnd_broadcast", "pthread_self", "thrd_current",
      "pthread_equal", "thrd_equal", "pthread_getspecific", "__errno_location", "__gthrw_sched_yield",
      "printf", "fprintf", "puts", "fputs", "putchar", "fputc", "fwrite", "fflush", "perror",
      // The runtime notes itself when one of these changed something.
      "syscall", "malloc", "free", "calloc", "realloc", "clock_gettime", "gettimeofday", "time", "rand", "random",
      "pthread_cond_timedwait", "pthread_cond_clockwait", "pthread_mutex_timedlock", "pthread_mutex_clocklock",
      "sem_timedwait", "pthread_barrier_wait", "pthread_once", "__cxa_guard_acquire", "__cxa_guard_release",
      "_Znwm", "_ZdlPv", "_ZdlPvm", "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
      "_ZNSt18condition_variable10notify_oneEv", "_ZNSt18condition_variable10notify_allEv",
      "_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt6chrono3_V212system_clock3nowEv",
      // src/library
      "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
      "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
      "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
      "_ZNSt8__detail15_List_node_base7_M_hookEPS0_", "_ZNSt8__detail15_List_node_base9_M_unhookEv",
      "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", "_ZNSt8__detail15_List_node_base10_M_reverseEv",
      "_ZNSt8__detail15_List_node_base4swapERS0_S1_", "_ZSt11_Hash_bytesPKvmm",
      "heddle_assume", "heddle_assert", "__VERIFIER_assume", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"};
  return names.contains(name);
}

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
    return kind == Unseen::kNothing || kind == Unseen::kCopiesArguments;
  }
  const Function* called = call.getCalledFunction();
  if (!called) return false;
  if (is_string_function(call) || is_atomic_function(call) || is_harmless_name(called->getName())) return true;
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
        if (sharing_.is_private_thread_local(object)) return false;
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
    const bool result = visible_itself(function, callees) && all_of(callees, [&](const Function* callee) { return visible(*callee); });
    return known_[&function] = result;
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
