// How many registers hold arguments of a function of ours, by its name as the linker knows it. The others hold whatever was there, and states in which they
// differ are the same. A number that is too large costs states; one that is too small would make different states one. So
// functions that are not named here, or have arguments of more than a register, have six.
#pragma once
#include <string_view>

namespace heddle::rt {

struct ArgumentCount {
  std::string_view name;
  int count;
};

inline constexpr ArgumentCount kArgumentCounts[] = {
    {"__heddle_load1", 2},
    {"__heddle_load2", 2},
    {"__heddle_load4", 2},
    {"__heddle_load8", 2},
    {"__heddle_store1", 3},
    {"__heddle_store2", 3},
    {"__heddle_store4", 3},
    {"__heddle_store8", 3},
    {"__heddle_atomic_load1", 3},
    {"__heddle_atomic_load2", 3},
    {"__heddle_atomic_load4", 3},
    {"__heddle_atomic_load8", 3},
    {"__heddle_atomic_store1", 4},
    {"__heddle_atomic_store2", 4},
    {"__heddle_atomic_store4", 4},
    {"__heddle_atomic_store8", 4},
    {"__heddle_rmw1", 5},
    {"__heddle_rmw2", 5},
    {"__heddle_rmw4", 5},
    {"__heddle_rmw8", 5},
    {"__heddle_cas1", 5},
    {"__heddle_cas2", 5},
    {"__heddle_cas4", 5},
    {"__heddle_cas8", 5},
    {"__heddle_fence", 2},
    {"__heddle_load", 4},
    {"__heddle_store", 4},
    {"__heddle_loop", 4},
    {"__heddle_round", 1},
    {"__heddle_lap", 1},
    {"__heddle_clear", 0},
    {"__heddle_frame_begin", 2},
    {"__heddle_frame_end", 2},
    {"__heddle_scope_begin", 2},
    {"__heddle_scope_end", 3},
    {"__heddle_dynamic_begin", 3},
    {"__heddle_dynamic_end", 1},
    {"__heddle_unwound", 0},
    {"__heddle_outside_begin", 3},
    {"__heddle_outside_end", 4},
    {"__heddle_calls", 2},
    {"__heddle_memcpy", 4},
    {"__heddle_memmove", 4},
    {"__heddle_memset", 4},
    {"__heddle_memcmp", 4},
    {"__heddle_strlen", 2},
    {"__heddle_barrier_wait_unused", 1},
    {"malloc", 1},
    {"free", 1},
    {"calloc", 2},
    {"realloc", 2},
    {"_Znwm", 1},
    {"_Znam", 1},
    {"_ZdlPv", 1},
    {"_ZdaPv", 1},
    {"_ZdlPvm", 2},
    {"_ZdaPvm", 2},
    {"pthread_create", 4},
    {"pthread_join", 2},
    {"pthread_exit", 1},
    {"pthread_mutex_lock", 1},
    {"pthread_mutex_trylock", 1},
    {"pthread_mutex_unlock", 1},
    {"pthread_mutex_init", 2},
    {"pthread_mutex_destroy", 1},
    {"pthread_cond_wait", 2},
    {"pthread_cond_timedwait", 3},
    {"pthread_cond_clockwait", 4},
    {"pthread_cond_signal", 1},
    {"pthread_cond_broadcast", 1},
    {"pthread_cond_destroy", 1},
    {"pthread_rwlock_rdlock", 1},
    {"pthread_rwlock_wrlock", 1},
    {"pthread_rwlock_unlock", 1},
    {"pthread_rwlock_tryrdlock", 1},
    {"pthread_rwlock_trywrlock", 1},
    {"pthread_spin_lock", 1},
    {"pthread_spin_trylock", 1},
    {"pthread_spin_unlock", 1},
    {"pthread_barrier_wait", 1},
    {"pthread_once", 2},
    {"sem_wait", 1},
    {"sem_trywait", 1},
    {"sem_post", 1},
    {"sem_timedwait", 2},
    {"mtx_lock", 1},
    {"mtx_trylock", 1},
    {"mtx_unlock", 1},
    {"cnd_wait", 2},
    {"cnd_signal", 1},
    {"cnd_broadcast", 1},
    {"__cxa_guard_acquire", 1},
    {"__cxa_guard_release", 1},
    {"__cxa_guard_abort", 1},
    {"exit", 1},
};

constexpr int argument_registers(std::string_view name) {
  for (const ArgumentCount& known : kArgumentCounts)
    if (known.name == name) return known.count;
  return 6;
}

}  // namespace heddle::rt
