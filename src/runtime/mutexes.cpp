// Mutexes: pthread_mutex_t with its kinds, and mtx_t.
#include "runtime/body.h"
#include "runtime/interpose.h"

namespace heddle::rt {
namespace {

void alive(uint64_t a, const char* what, uint64_t position) {
  if (mutex_at(a).kind == -1) fail(FindingKind::kLockMisuse, position, "%s of a mutex that was destroyed", what);
}

void take(uint64_t a) {
  Mutex& m = mutex_at(a);
  ++m.depth;
  m.owner = g.current + 1u;
  if (__builtin_expect(m.robust(), 0) && m.depth == 1) ++self().robust;
  spin_lock(a, +1);
}

bool mine(const Mutex& m) { return m.depth > 0 && m.owner == g.current + 1u; }

}  // namespace

// A private mutex (no other thread ever touches it) needs no event, unless the thread blocks itself with it. With a deadline it
// does not: nobody else gives it back before.
int mutex_lock(uint64_t a, bool timed, uint64_t position) {
  if (__builtin_expect(tries_first(), 0) && !timed && mutex_trylock(a, position) == 0) return 0;
  spin_before_lock();
  const Sight visible = object_is_visible(a, 8, position);
  Mutex& m = mutex_at(a);
  if (!visible) alive(a, "lock", position);
  if (!visible && mutex_free_for(a, g.current)) {
    if (mine(m) && m.checking()) return EDEADLK;
    take(a);
    if (tells_what_is_private()) record_unscheduled(Op::kLock, a, position);
    return 0;
  }
  if (!visible && timed) return ETIMEDOUT;
  self().timed = timed;
  reach_object(visible, Op::kLock, a, 0, position, Wait::kMutex);
  self().timed = false;
  alive(a, "lock", position);
  if (!mutex_free_for(a, g.current)) {
    if (g.mode != Mode::kRun) refuse_early("the program blocks for ever on a mutex");
    give_up(Op::kLock);
    spin_failed(a);
    spin_read(a, 8, value_at(a, 8));
    return ETIMEDOUT;
  }
  if (mine(m) && m.checking()) {
    g.next[g.current].op = Op::kTryLock;  // it only looked at the lock
    record(0, 0, kFailed);
    return EDEADLK;
  }
  take(a);
  record();
  return 0;
}

int mutex_trylock(uint64_t a, uint64_t position) {
  const Sight visible = object_is_visible(a, 8, position);
  if (visible) reach_object(visible, Op::kTryLock, a, 0, position);
  alive(a, "try-lock", position);
  Mutex& m = mutex_at(a);
  const bool free = m.depth == 0 || (mine(m) && m.recursive());
  if (free) take(a);
  if (visible) record(0, 0, free ? 0 : kFailed);
  if (!free) {
    spin_failed(a);
    spin_read(a, 8, value_at(a, 8));
  }
  return free ? 0 : EBUSY;
}

int mutex_unlock(uint64_t a, uint64_t position) {
  const Sight visible = object_is_visible(a, 8, position);
  if (visible) reach_object(visible, Op::kUnlock, a, 0, position);
  alive(a, "unlock", position);
  Mutex& m = mutex_at(a);
  if (!mine(m)) {
    if (m.recursive() || m.checking()) {
      if (visible) record(0, 0, kFailed);
      return EPERM;
    }
    if (m.depth == 0) fail(FindingKind::kLockMisuse, position, "unlock of a mutex that is not locked");
    fail(FindingKind::kLockMisuse, position, "unlock of a mutex that another thread holds");
  }
  if (--m.depth == 0) {
    m.owner = 0;
    if (__builtin_expect(m.robust(), 0)) --self().robust;
  }
  spin_lock(a, -1);
  if (visible) record();
  else if (tells_what_is_private()) record_unscheduled(Op::kUnlock, a, position);
  return 0;
}

int mutex_destroy(uint64_t a, uint64_t position) {
  const Sight visible = object_is_visible(a, 8, position);
  if (visible) reach_object(visible, Op::kWrite, a, 8, position, Wait::kNothing, 1);
  alive(a, "destruction", position);
  Mutex& m = mutex_at(a);
  if (m.depth > 0) fail(FindingKind::kLockMisuse, position, "a mutex is destroyed while it is locked");
  m.kind = -1;
  spin_dirty();
  if (visible) record();
  return 0;
}

void object_init(uint64_t a, uint32_t size, uint64_t position, uint64_t value) {
  if (const Sight visible = object_is_visible(a, size < 8 ? size : 8, position)) {
    reach_object(visible, Op::kWrite, a, size < 8 ? size : 8, position);
    record(0, value);
  }
  spin_dirty();
}

void object_destroy(uint64_t a, uint32_t size, uint64_t position, bool (*in_use)(uint64_t), const char* misuse) {
  const Sight visible = object_is_visible(a, size < 8 ? size : 8, position);
  if (visible) reach_object(visible, Op::kWrite, a, size < 8 ? size : 8, position, Wait::kNothing, 1);
  if (in_use(a)) fail(FindingKind::kLockMisuse, position, "%s", misuse);
  if (visible) record();
  spin_dirty();
}

}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* attributes) {
  if (controlled()) object_init(at(m), sizeof *m, HERE);
  return real.pthread_mutex_init(m, attributes);
}
HEDDLE_API int pthread_mutex_destroy(pthread_mutex_t* m) {
  return controlled() ? mutex_destroy(at(m), HERE) : real.pthread_mutex_destroy(m);
}
HEDDLE_API int pthread_mutex_lock(pthread_mutex_t* m) {
  return controlled() ? mutex_lock(at(m), false, HERE) : real.pthread_mutex_lock(m);
}
HEDDLE_API int pthread_mutex_trylock(pthread_mutex_t* m) {
  return controlled() ? mutex_trylock(at(m), HERE) : real.pthread_mutex_trylock(m);
}
HEDDLE_API int pthread_mutex_unlock(pthread_mutex_t* m) {
  return controlled() ? mutex_unlock(at(m), HERE) : real.pthread_mutex_unlock(m);
}
HEDDLE_API int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* deadline) {
  if (!controlled()) return real.pthread_mutex_timedlock(m, deadline);
  const int result = mutex_lock(at(m), true, HERE);
  if (result == ETIMEDOUT) pass_deadline(nanoseconds(deadline));
  return result;
}
HEDDLE_API int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock, const timespec* deadline) {
  if (!controlled()) return real.pthread_mutex_clocklock(m, clock, deadline);
  const int result = mutex_lock(at(m), true, HERE);
  if (result == ETIMEDOUT) pass_deadline(nanoseconds(deadline));
  return result;
}
