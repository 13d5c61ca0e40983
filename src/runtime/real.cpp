#include "runtime/real.h"

#include <dlfcn.h>

namespace heddle::rt {

Real real;

void* real_symbol(const char* name) { return dlsym(RTLD_NEXT, name); }

namespace {
void look_up(void* function, const char* name) { *static_cast<void**>(function) = dlsym(RTLD_NEXT, name); }
}  // namespace

void real_start() {
  if (real.pthread_create != nullptr) return;
  // clang-format off
#define X(name) look_up(&real.name, #name);
  HEDDLE_REAL_FUNCTIONS(X)
  X(pthread_mutex_clocklock) X(pthread_cond_clockwait) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_clockwrlock)
  X(sem_clockwait) X(pthread_tryjoin_np) X(pthread_timedjoin_np) X(gettimeofday) X(syscall)
#undef X
      // clang-format on
      look_up(&real.cxa_atexit, "__cxa_atexit");
  look_up(&real.cxa_thread_atexit_impl, "__cxa_thread_atexit_impl");
  look_up(&real.cxa_guard_acquire, "__cxa_guard_acquire");
  look_up(&real.cxa_guard_release, "__cxa_guard_release");
  look_up(&real.cxa_guard_abort, "__cxa_guard_abort");
}

}  // namespace heddle::rt
