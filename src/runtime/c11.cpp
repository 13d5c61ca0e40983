// C11 threads.h, on the same primitives.
#include "runtime/blocks.h"
#include "runtime/interpose.h"

using namespace heddle;
using namespace heddle::rt;

namespace {

int thrd(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM:
    case EAGAIN: return thrd_nomem;
    default: return thrd_error;
  }
}

}  // namespace

HEDDLE_API int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
HEDDLE_API int pthread_join(pthread_t, void**);
HEDDLE_API int pthread_detach(pthread_t);
HEDDLE_API int pthread_key_create(pthread_key_t*, void (*)(void*));
HEDDLE_API int pthread_setspecific(pthread_key_t, const void*);

// A C11 thread returns an int where a POSIX one returns a pointer; both come back in the same register, so the
// function can be run as it is.
HEDDLE_API int thrd_create(thrd_t* handle, thrd_start_t start, void* argument) {
  if (!controlled()) return real.thrd_create(handle, start, argument);
  return thrd(
      pthread_create(handle, nullptr, reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(start)), argument));
}
HEDDLE_API int thrd_join(thrd_t handle, int* result) {
  if (!controlled()) return real.thrd_join(handle, result);
  void* value = nullptr;
  const int error = pthread_join(handle, result != nullptr ? &value : nullptr);
  if (error == 0 && result != nullptr) deliver(result, static_cast<int>(reinterpret_cast<intptr_t>(value)), HERE);
  return thrd(error);
}
HEDDLE_API int thrd_detach(thrd_t handle) {
  return controlled() ? thrd(pthread_detach(handle)) : real.thrd_detach(handle);
}
HEDDLE_API void thrd_exit(int result) {
  if (!controlled()) real.thrd_exit(result);
  pthread_exit(reinterpret_cast<void*>(static_cast<intptr_t>(result)));
}

HEDDLE_API int mtx_init(mtx_t* m, int type) {
  if (!controlled()) return real.mtx_init(m, type);
  object_init(at(m), sizeof *m, HERE);
  auto* mutex = reinterpret_cast<Mutex*>(m);
  *mutex = Mutex{};
  mutex->kind = type & mtx_recursive ? 1 : 0;
  return thrd_success;
}
HEDDLE_API void mtx_destroy(mtx_t* m) {
  if (controlled()) mutex_destroy(at(m), HERE);
  else real.mtx_destroy(m);
}
HEDDLE_API int mtx_lock(mtx_t* m) { return controlled() ? thrd(mutex_lock(at(m), false, HERE)) : real.mtx_lock(m); }
HEDDLE_API int mtx_trylock(mtx_t* m) { return controlled() ? thrd(mutex_trylock(at(m), HERE)) : real.mtx_trylock(m); }
HEDDLE_API int mtx_timedlock(mtx_t* m, const timespec* deadline) {
  if (!controlled()) return real.mtx_timedlock(m, deadline);
  const int error = mutex_lock(at(m), true, HERE);
  if (error == ETIMEDOUT) pass_deadline(nanoseconds(deadline));
  return thrd(error);
}
HEDDLE_API int mtx_unlock(mtx_t* m) { return controlled() ? thrd(mutex_unlock(at(m), HERE)) : real.mtx_unlock(m); }

HEDDLE_API int cnd_init(cnd_t* c) {
  if (!controlled()) return real.cnd_init(c);
  object_init(at(c), sizeof *c, HERE);
  condition_at(at(c)).destroyed = 0;
  return thrd_success;
}
HEDDLE_API void cnd_destroy(cnd_t* c) {
  if (controlled()) condition_destroy(at(c), HERE);
  else real.cnd_destroy(c);
}
HEDDLE_API int cnd_wait(cnd_t* c, mtx_t* m) {
  return controlled() ? thrd(condition_wait(at(c), at(m), false, 0, HERE)) : real.cnd_wait(c, m);
}
HEDDLE_API int cnd_timedwait(cnd_t* c, mtx_t* m, const timespec* deadline) {
  if (!controlled()) return real.cnd_timedwait(c, m, deadline);
  return thrd(condition_wait(at(c), at(m), true, nanoseconds(deadline), HERE));
}
HEDDLE_API int cnd_signal(cnd_t* c) {
  if (!controlled()) return real.cnd_signal(c);
  condition_signal(at(c), HERE);
  return thrd_success;
}
HEDDLE_API int cnd_broadcast(cnd_t* c) {
  if (!controlled()) return real.cnd_broadcast(c);
  condition_broadcast(at(c), HERE);
  return thrd_success;
}

HEDDLE_API int tss_create(tss_t* key, tss_dtor_t destructor) {
  return controlled() ? thrd(pthread_key_create(key, destructor)) : real.tss_create(key, destructor);
}
HEDDLE_API void tss_delete(tss_t key) {
  if (controlled()) pthread_key_delete(key);
  else real.tss_delete(key);
}
HEDDLE_API void* tss_get(tss_t key) { return controlled() ? pthread_getspecific(key) : real.tss_get(key); }
HEDDLE_API int tss_set(tss_t key, void* value) {
  return controlled() ? thrd(pthread_setspecific(key, value)) : real.tss_set(key, value);
}
