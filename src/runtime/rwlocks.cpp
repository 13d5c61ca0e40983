// Reader-writer locks.
#include "runtime/interpose.h"

namespace heddle::rt {
namespace {

void alive(uint64_t a, const char* what, uint64_t position) {
  if (rwlock_at(a).destroyed)
    fail(FindingKind::kLockMisuse, position, "%s of a reader-writer lock that was destroyed", what);
}

void take(uint64_t a, bool write) {
  RwLock& l = rwlock_at(a);
  if (write) {
    l.writer = g.current + 1u;
  } else {
    ++l.readers;
    if (rwlock_reading(a, g.current)) l.repeated = 1;
    l.who[g.current >> 6] |= uint64_t{1} << (g.current & 63);
  }
  spin_lock(a, +1);
}

bool available(uint64_t a, bool write) { return write ? rwlock_writable(a, g.current) : rwlock_readable(a, g.current); }

int try_lock(uint64_t a, bool write, uint64_t position);

int lock(uint64_t a, bool write, bool timed, const timespec* deadline, uint64_t position) {
  if (tries_first() && !timed && try_lock(a, write, position) == 0) return 0;
  spin_before_lock();
  const Sight visible = object_is_visible(a, 8, position);
  if (!visible) alive(a, "lock", position);
  if (!visible && available(a, write)) {
    take(a, write);
    return 0;
  }
  if (!visible && timed) {  // it is this thread that has it
    pass_deadline(nanoseconds(deadline));
    return ETIMEDOUT;
  }
  self().timed = timed;
  reach_object(visible, write ? Op::kLock : Op::kReadLock, a, 0, position, write ? Wait::kWriteLock : Wait::kReadLock);
  self().timed = false;
  alive(a, "lock", position);
  if (!available(a, write)) {
    give_up(write ? Op::kLock : Op::kReadLock);
    spin_failed(a);
    spin_read(a, 8, value_at(a, 8));
    pass_deadline(nanoseconds(deadline));
    return ETIMEDOUT;
  }
  take(a, write);
  record();
  return 0;
}

int try_lock(uint64_t a, bool write, uint64_t position) {
  const Sight visible = object_is_visible(a, 8, position);
  if (visible) reach_object(visible, write ? Op::kTryLock : Op::kTryReadLock, a, 0, position);
  alive(a, "try-lock", position);
  const bool free = available(a, write);
  if (free) take(a, write);
  if (visible) record(0, 0, free ? 0 : kFailed);
  if (!free) {
    spin_failed(a);
    spin_read(a, 8, value_at(a, 8));
  }
  return free ? 0 : EBUSY;
}

int unlock(uint64_t a, uint64_t position) {
  const Sight visible = object_is_visible(a, 8, position);
  if (visible) reach_object(visible, Op::kUnlock, a, 0, position);
  alive(a, "unlock", position);
  RwLock& l = rwlock_at(a);
  if (l.writer == g.current + 1u) {
    l.writer = 0;
  } else if (rwlock_reading(a, g.current)) {
    if (--l.readers == 0) {
      for (uint64_t& w : l.who) w = 0;
      l.repeated = 0;
    } else if (!l.repeated) {
      l.who[g.current >> 6] &= ~(uint64_t{1} << (g.current & 63));
    }
  } else {
    fail(FindingKind::kLockMisuse, position, "unlock of a reader-writer lock that this thread does not hold");
  }
  spin_lock(a, -1);
  if (visible) record();
  return 0;
}

}  // namespace
}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* attributes) {
  if (!controlled()) return real.pthread_rwlock_init(l, attributes);
  object_init(at(l), sizeof *l, HERE);
  *reinterpret_cast<RwLock*>(l) = RwLock{};
  return 0;
}
HEDDLE_API int pthread_rwlock_destroy(pthread_rwlock_t* l) {
  if (!controlled()) return real.pthread_rwlock_destroy(l);
  const auto is_locked = [](uint64_t a) { return rwlock_at(a).writer != 0 || rwlock_at(a).readers != 0; };
  object_destroy(at(l), sizeof *l, HERE, is_locked, "a reader-writer lock is destroyed while it is locked");
  rwlock_at(at(l)).destroyed = 1;
  return 0;
}
HEDDLE_API int pthread_rwlock_rdlock(pthread_rwlock_t* l) {
  return controlled() ? lock(at(l), false, false, nullptr, HERE) : real.pthread_rwlock_rdlock(l);
}
HEDDLE_API int pthread_rwlock_wrlock(pthread_rwlock_t* l) {
  return controlled() ? lock(at(l), true, false, nullptr, HERE) : real.pthread_rwlock_wrlock(l);
}
HEDDLE_API int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) {
  return controlled() ? try_lock(at(l), false, HERE) : real.pthread_rwlock_tryrdlock(l);
}
HEDDLE_API int pthread_rwlock_trywrlock(pthread_rwlock_t* l) {
  return controlled() ? try_lock(at(l), true, HERE) : real.pthread_rwlock_trywrlock(l);
}
HEDDLE_API int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* deadline) {
  return controlled() ? lock(at(l), false, true, deadline, HERE) : real.pthread_rwlock_timedrdlock(l, deadline);
}
HEDDLE_API int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* deadline) {
  return controlled() ? lock(at(l), true, true, deadline, HERE) : real.pthread_rwlock_timedwrlock(l, deadline);
}
HEDDLE_API int pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t clock, const timespec* deadline) {
  return controlled() ? lock(at(l), false, true, deadline, HERE) : real.pthread_rwlock_clockrdlock(l, clock, deadline);
}
HEDDLE_API int pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t clock, const timespec* deadline) {
  return controlled() ? lock(at(l), true, true, deadline, HERE) : real.pthread_rwlock_clockwrlock(l, clock, deadline);
}
HEDDLE_API int pthread_rwlock_unlock(pthread_rwlock_t* l) {
  return controlled() ? unlock(at(l), HERE) : real.pthread_rwlock_unlock(l);
}
