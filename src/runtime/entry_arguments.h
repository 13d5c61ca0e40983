// How many registers hold arguments of a function of ours, by its name as the linker knows it. The others hold whatever was there, and states in which they
// differ are the same. A number that is too large costs states; one that is too small would make different states one. So it is counted in
// the function's declaration, and functions that are not named here, or take anything but integers and pointers, have six.
#pragma once
#include <cxxabi.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>
#include <type_traits>

#include "runtime/abi.h"
#include "runtime/states_abi.h"

namespace heddle::rt {

inline constexpr int kArgumentRegisters = 6;

template <class... Arguments>
constexpr int registers_for() {
  constexpr bool plain =
      (... && ((std::is_integral_v<Arguments> || std::is_enum_v<Arguments> || std::is_pointer_v<Arguments>) &&
               sizeof(Arguments) <= 8));
  return plain && sizeof...(Arguments) < kArgumentRegisters ? static_cast<int>(sizeof...(Arguments))
                                                            : kArgumentRegisters;
}
template <class Result, class... Arguments>
constexpr int registers_of(Result (*)(Arguments...)) {
  return registers_for<Arguments...>();
}
// What follows the named arguments may be anywhere.
template <class Result, class... Arguments>
constexpr int registers_of(Result (*)(Arguments..., ...)) {
  return kArgumentRegisters;
}

struct ArgumentCount {
  std::string_view name;
  int count;
};

#define HEDDLE_COUNTED(function) {#function, registers_of(&::function)}
inline constexpr ArgumentCount kArgumentCounts[] = {
    HEDDLE_COUNTED(__heddle_load1),
    HEDDLE_COUNTED(__heddle_load2),
    HEDDLE_COUNTED(__heddle_load4),
    HEDDLE_COUNTED(__heddle_load8),
    HEDDLE_COUNTED(__heddle_store1),
    HEDDLE_COUNTED(__heddle_store2),
    HEDDLE_COUNTED(__heddle_store4),
    HEDDLE_COUNTED(__heddle_store8),
    HEDDLE_COUNTED(__heddle_atomic_load1),
    HEDDLE_COUNTED(__heddle_atomic_load2),
    HEDDLE_COUNTED(__heddle_atomic_load4),
    HEDDLE_COUNTED(__heddle_atomic_load8),
    HEDDLE_COUNTED(__heddle_atomic_store1),
    HEDDLE_COUNTED(__heddle_atomic_store2),
    HEDDLE_COUNTED(__heddle_atomic_store4),
    HEDDLE_COUNTED(__heddle_atomic_store8),
    HEDDLE_COUNTED(__heddle_rmw1),
    HEDDLE_COUNTED(__heddle_rmw2),
    HEDDLE_COUNTED(__heddle_rmw4),
    HEDDLE_COUNTED(__heddle_rmw8),
    HEDDLE_COUNTED(__heddle_cas1),
    HEDDLE_COUNTED(__heddle_cas2),
    HEDDLE_COUNTED(__heddle_cas4),
    HEDDLE_COUNTED(__heddle_cas8),
    HEDDLE_COUNTED(__heddle_fence),
    HEDDLE_COUNTED(__heddle_load),
    HEDDLE_COUNTED(__heddle_store),
    HEDDLE_COUNTED(__heddle_loop),
    HEDDLE_COUNTED(__heddle_round),
    HEDDLE_COUNTED(__heddle_lap),
    HEDDLE_COUNTED(__heddle_clear),
    HEDDLE_COUNTED(__heddle_frame_begin),
    HEDDLE_COUNTED(__heddle_frame_end),
    HEDDLE_COUNTED(__heddle_scope_begin),
    HEDDLE_COUNTED(__heddle_scope_end),
    HEDDLE_COUNTED(__heddle_dynamic_begin),
    HEDDLE_COUNTED(__heddle_dynamic_end),
    HEDDLE_COUNTED(__heddle_unwound),
    HEDDLE_COUNTED(__heddle_outside_begin),
    HEDDLE_COUNTED(__heddle_outside_end),
    HEDDLE_COUNTED(__heddle_calls),
    HEDDLE_COUNTED(__heddle_memcpy),
    HEDDLE_COUNTED(__heddle_memmove),
    HEDDLE_COUNTED(__heddle_memset),
    HEDDLE_COUNTED(__heddle_memcmp),
    HEDDLE_COUNTED(__heddle_strlen),
    HEDDLE_COUNTED(__heddle_barrier_wait_unused),
    HEDDLE_COUNTED(malloc),
    HEDDLE_COUNTED(free),
    HEDDLE_COUNTED(calloc),
    HEDDLE_COUNTED(realloc),
    HEDDLE_COUNTED(pthread_create),
    HEDDLE_COUNTED(pthread_join),
    HEDDLE_COUNTED(pthread_exit),
    HEDDLE_COUNTED(pthread_mutex_lock),
    HEDDLE_COUNTED(pthread_mutex_trylock),
    HEDDLE_COUNTED(pthread_mutex_unlock),
    HEDDLE_COUNTED(pthread_mutex_init),
    HEDDLE_COUNTED(pthread_mutex_destroy),
    HEDDLE_COUNTED(pthread_cond_wait),
    HEDDLE_COUNTED(pthread_cond_timedwait),
    HEDDLE_COUNTED(pthread_cond_clockwait),
    HEDDLE_COUNTED(pthread_cond_signal),
    HEDDLE_COUNTED(pthread_cond_broadcast),
    HEDDLE_COUNTED(pthread_cond_destroy),
    HEDDLE_COUNTED(pthread_rwlock_rdlock),
    HEDDLE_COUNTED(pthread_rwlock_wrlock),
    HEDDLE_COUNTED(pthread_rwlock_unlock),
    HEDDLE_COUNTED(pthread_rwlock_tryrdlock),
    HEDDLE_COUNTED(pthread_rwlock_trywrlock),
    HEDDLE_COUNTED(pthread_spin_lock),
    HEDDLE_COUNTED(pthread_spin_trylock),
    HEDDLE_COUNTED(pthread_spin_unlock),
    HEDDLE_COUNTED(pthread_barrier_wait),
    HEDDLE_COUNTED(pthread_once),
    HEDDLE_COUNTED(sem_wait),
    HEDDLE_COUNTED(sem_trywait),
    HEDDLE_COUNTED(sem_post),
    HEDDLE_COUNTED(sem_timedwait),
    HEDDLE_COUNTED(mtx_lock),
    HEDDLE_COUNTED(mtx_trylock),
    HEDDLE_COUNTED(mtx_unlock),
    HEDDLE_COUNTED(cnd_wait),
    HEDDLE_COUNTED(cnd_signal),
    HEDDLE_COUNTED(cnd_broadcast),
    {"__cxa_guard_acquire", registers_of(&abi::__cxa_guard_acquire)},
    {"__cxa_guard_release", registers_of(&abi::__cxa_guard_release)},
    {"__cxa_guard_abort", registers_of(&abi::__cxa_guard_abort)},
    HEDDLE_COUNTED(exit),
    {"_Znwm", registers_of(static_cast<void* (*)(std::size_t)>(&::operator new))},
    {"_Znam", registers_of(static_cast<void* (*)(std::size_t)>(&::operator new[]))},
    {"_ZdlPv", registers_of(static_cast<void (*)(void*)>(&::operator delete))},
    {"_ZdaPv", registers_of(static_cast<void (*)(void*)>(&::operator delete[]))},
    {"_ZdlPvm", registers_of(static_cast<void (*)(void*, std::size_t)>(&::operator delete))},
    {"_ZdaPvm", registers_of(static_cast<void (*)(void*, std::size_t)>(&::operator delete[]))},
};
#undef HEDDLE_COUNTED

constexpr int argument_registers(std::string_view name) {
  for (const ArgumentCount& known : kArgumentCounts)
    if (known.name == name) return known.count;
  return kArgumentRegisters;
}

static_assert(argument_registers("pthread_mutex_lock") == 1 && argument_registers("pthread_create") == 4);
static_assert(argument_registers("__heddle_clear") == 0 && argument_registers("printf") == kArgumentRegisters);

}  // namespace heddle::rt
