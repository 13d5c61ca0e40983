#include "instrument/call_effects.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

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
  if (call.doesNotReturn() && isa<CallInst>(call)) return true;  // leaves the loop
  if (call.isInlineAsm()) {
    const Assembly kind = classify(call);
    return kind == Assembly::kHarmless || kind == Assembly::kFence;
  }
  if (call.getIntrinsicID() != Intrinsic::not_intrinsic) return true;
  const Function* callee = call.getCalledFunction();
  if (!callee) return false;
  return is_string_function(call) || is_atomic_function(call) || visible(*callee);
}

bool CallEffects::visible(const Function& function) {
  if (is_harmless_name(function.getName()) || function.onlyReadsMemory()) return true;
  if (function.isDeclaration()) {
    // Code of the user's in another file is instrumented as well; a system header's function is a library's.
    const DISubprogram* subprogram = function.getSubprogram();
    return subprogram && subprogram->getFile() && !is_system_file(subprogram->getFile());
  }
  auto [entry, fresh] = known_.try_emplace(&function, true);
  if (!fresh) return entry->second;
  bool result = true;
  for (const BasicBlock& block : function)
    for (const Instruction& instruction : block) {
      if (auto* call = dyn_cast<CallBase>(&instruction)) {
        result = result && visible(*call);
      } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        for (const Value* object : objects_of(store->getPointerOperand()))
          result = result && !sharing_.is_private_thread_local(object);
      }
    }
  return known_[&function] = result;
}

}  // namespace heddle
