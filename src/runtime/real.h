// The C library's own versions of the functions that the runtime interposes.
#pragma once
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/types.h>
#include <threads.h>
#include <time.h>

namespace heddle::rt {

// clang-format off
#define HEDDLE_REAL_FUNCTIONS(X)                                                                                     \
  X(pthread_create) X(pthread_join) X(pthread_detach) X(pthread_exit) X(pthread_cancel) X(pthread_sigmask)           \
  X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) X(pthread_mutex_trylock)                      \
  X(pthread_mutex_timedlock) X(pthread_mutex_unlock) X(pthread_cond_init) X(pthread_cond_destroy)                    \
  X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_signal) X(pthread_cond_broadcast)                    \
  X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) X(pthread_rwlock_tryrdlock)              \
  X(pthread_rwlock_timedrdlock) X(pthread_rwlock_wrlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock)   \
  X(pthread_rwlock_unlock) X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait)                \
  X(pthread_once) X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock)          \
  X(pthread_spin_unlock) X(pthread_key_create) X(pthread_key_delete) X(pthread_getspecific) X(pthread_setspecific)   \
  X(sem_init) X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_post) X(sem_getvalue)                 \
  X(thrd_create) X(thrd_join) X(thrd_detach) X(thrd_exit) X(thrd_sleep) X(thrd_yield) X(mtx_init) X(mtx_destroy)     \
  X(mtx_lock) X(mtx_trylock) X(mtx_timedlock) X(mtx_unlock) X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait)  \
  X(cnd_signal) X(cnd_broadcast) X(tss_create) X(tss_delete) X(tss_get) X(tss_set) X(call_once)                      \
  X(sched_yield) X(nanosleep) X(clock_nanosleep) X(usleep) X(sleep) X(clock_gettime) X(time) X(clock)                \
  X(exit) X(_exit) X(_Exit) X(quick_exit) X(abort)           \
  X(raise) X(kill) X(sigaction) X(signal) X(pthread_kill)
// clang-format on

}  // namespace heddle::rt

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

namespace heddle::rt {

struct Real {
#define X(name) decltype(&::name) name;
  HEDDLE_REAL_FUNCTIONS(X)
#undef X
  int (*pthread_mutex_clocklock)(pthread_mutex_t*, clockid_t, const timespec*);
  int (*pthread_cond_clockwait)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*);
  int (*pthread_rwlock_clockrdlock)(pthread_rwlock_t*, clockid_t, const timespec*);
  int (*pthread_rwlock_clockwrlock)(pthread_rwlock_t*, clockid_t, const timespec*);
  int (*sem_clockwait)(sem_t*, clockid_t, const timespec*);
  int (*pthread_tryjoin_np)(pthread_t, void**);
  int (*pthread_timedjoin_np)(pthread_t, void**, const timespec*);
  int (*gettimeofday)(void*, void*);
  long (*syscall)(long, ...);
  int (*cxa_atexit)(void (*)(void*), void*, void*);
  int (*cxa_thread_atexit_impl)(void (*)(void*), void*, void*);
  int (*cxa_guard_acquire)(void*);
  void (*cxa_guard_release)(void*);
  void (*cxa_guard_abort)(void*);
};
extern Real real;

void real_start();
// Looks one more up by name; null if the process has none.
void* real_symbol(const char* name);

}  // namespace heddle::rt
