// Semaphores, barriers and spin locks of POSIX.
#include "runtime/blocks.h"
#include "runtime/body.h"
#include "runtime/interpose.h"

namespace heddle::rt {
namespace {

void semaphore_alive(uint64_t a, uint64_t position) {
  if (semaphore_at(a).destroyed) fail(FindingKind::kLockMisuse, position, "use of a semaphore that was destroyed");
}

int try_wait(uint64_t a, uint64_t position);

int give_up_at(uint64_t deadline) {
  pass_deadline(deadline);
  errno = ETIMEDOUT;
  return -1;
}

// A private one that is zero stays so until a deadline.
int wait(uint64_t a, const timespec* deadline, uint64_t position) {
  if (tries_first() && deadline == nullptr && try_wait(a, position) == 0) return 0;
  const Sight visible = object_is_visible(a, 8, position);
  if (!visible) semaphore_alive(a, position);
  Semaphore& s = semaphore_at(a);
  if (!visible && s.value > 0) {
    --s.value;
    spin_dirty();
    return 0;
  }
  if (g.mode != Mode::kRun) refuse_early("the program waits on a semaphore");
  if (!visible && deadline != nullptr) {
    spin_read(a, 8, value_at(a, 8));
    return give_up_at(nanoseconds(deadline));
  }
  self().timed = deadline != nullptr;
  reach_object(visible, Op::kSemWait, a, 0, position, Wait::kSemaphore);
  self().timed = false;
  semaphore_alive(a, position);
  if (s.value == 0) {
    give_up(Op::kSemWait);
    spin_read(a, 8, value_at(a, 8));
    return give_up_at(nanoseconds(deadline));
  }
  const uint32_t before = s.value--;
  spin_dirty();
  record(before);
  return 0;
}

int try_wait(uint64_t a, uint64_t position) {
  const Sight visible = object_is_visible(a, 8, position);
  if (visible) reach_object(visible, Op::kSemTryWait, a, 0, position);
  semaphore_alive(a, position);
  Semaphore& s = semaphore_at(a);
  const uint32_t before = s.value;
  const bool success = before > 0;
  if (success) {
    --s.value;
    spin_dirty();
  }
  if (visible) record(before, 0, success ? 0 : kFailed);
  if (success) return 0;
  spin_read(a, 8, value_at(a, 8));
  errno = EAGAIN;
  return -1;
}

int post(uint64_t a, uint64_t position) {
  const Sight visible = object_is_visible(a, 8, position);
  if (visible) reach_object(visible, Op::kSemPost, a, 0, position);
  semaphore_alive(a, position);
  const uint32_t before = semaphore_at(a).value++;
  spin_dirty();
  if (visible) record(before);
  return 0;
}

bool waits_at(ThreadId t, uint64_t barrier) {
  const Thread& thread = g.thread[t];
  return thread.status == Status::kAlive && thread.wait == Wait::kBarrier && thread.wait_object == barrier;
}

// The number of the round that whoever waits there is in, or of a new one.
uint32_t round_of(uint64_t barrier) {
  for (int t = 0; t < g.live; ++t)
    if (waits_at(static_cast<ThreadId>(t), barrier)) return g.thread[t].round;
  return ++g.rounds;
}

int barrier_wait(uint64_t a, uint64_t position, uint8_t flags) {
  const Sight visible = object_is_visible(a, 8, position);
  Barrier& b = barrier_at(a);
  if (g.mode != Mode::kRun) refuse_early("the program waits on a barrier");
  reach_object(visible, Op::kBarrier, a, b.needed, position, Wait::kNothing, 0, flags);
  if (b.destroyed || b.needed == 0)
    fail(FindingKind::kLockMisuse, position, "wait on a barrier that is not initialised or was destroyed");
  spin_dirty();
  const uint32_t round = self().round = round_of(a);
  if (++b.arrived < b.needed) {
    record(0, round);
    block(Wait::kBarrier, a);
    return 0;
  }
  b.arrived = 0;
  for (int t = 0; t < g.live; ++t)
    if (waits_at(static_cast<ThreadId>(t), a)) resume(static_cast<ThreadId>(t));
  record(1, round);
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

int spin_try(uint64_t a, uint64_t position);

int spin_acquire(uint64_t a, uint64_t position) {
  if (tries_first() && spin_try(a, position) == 0) return 0;
  const Sight visible = object_is_visible(a, 4, position);
  if (visible || !spinlock_free(a)) reach_object(visible, Op::kLock, a, 0, position, Wait::kSpin);
  spinlock_at(a).owner = g.current + 1;
  spin_lock(a, +1);
  if (visible) record();
  return 0;
}

int spin_try(uint64_t a, uint64_t position) {
  const Sight visible = object_is_visible(a, 4, position);
  if (visible) reach_object(visible, Op::kTryLock, a, 0, position);
  const bool free = spinlock_free(a);
  if (free) {
    spinlock_at(a).owner = g.current + 1;
    spin_lock(a, +1);
  }
  if (visible) record(0, 0, free ? 0 : kFailed);
  if (!free) {
    spin_failed(a);
    spin_read(a, 4, value_at(a, 4));
  }
  return free ? 0 : EBUSY;
}

int spin_release(uint64_t a, uint64_t position) {
  const Sight visible = object_is_visible(a, 4, position);
  if (visible) reach_object(visible, Op::kUnlock, a, 0, position);
  if (spinlock_at(a).owner != g.current + 1)
    fail(FindingKind::kLockMisuse, position,
         spinlock_free(a) ? "unlock of a spin lock that is not locked"
                          : "unlock of a spin lock that another thread holds");
  spinlock_at(a).owner = 0;
  spin_lock(a, -1);
  if (visible) record();
  return 0;
}

}  // namespace
}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API int sem_init(sem_t* s, int shared, unsigned value) {
  if (!controlled()) return real.sem_init(s, shared, value);
  object_init(at(s), sizeof *s, HERE, value);
  *reinterpret_cast<Semaphore*>(s) = Semaphore{value, 0};
  return 0;
}
HEDDLE_API int sem_destroy(sem_t* s) {
  if (!controlled()) return real.sem_destroy(s);
  object_destroy(at(s), sizeof *s, HERE, [](uint64_t) { return false; }, "");
  semaphore_at(at(s)).destroyed = 1;
  return 0;
}
HEDDLE_API int sem_wait(sem_t* s) { return controlled() ? wait(at(s), nullptr, HERE) : real.sem_wait(s); }
HEDDLE_API int sem_trywait(sem_t* s) { return controlled() ? try_wait(at(s), HERE) : real.sem_trywait(s); }
HEDDLE_API int sem_timedwait(sem_t* s, const timespec* deadline) {
  return controlled() ? wait(at(s), deadline, HERE) : real.sem_timedwait(s, deadline);
}
HEDDLE_API int sem_clockwait(sem_t* s, clockid_t clock, const timespec* deadline) {
  return controlled() ? wait(at(s), deadline, HERE) : real.sem_clockwait(s, clock, deadline);
}
HEDDLE_API int sem_post(sem_t* s) { return controlled() ? post(at(s), HERE) : real.sem_post(s); }
HEDDLE_API int sem_getvalue(sem_t* s, int* value) {
  if (!controlled()) return real.sem_getvalue(s, value);
  const Sight visible = object_is_visible(at(s), 8, HERE);
  if (visible) reach_object(visible, heddle::Op::kRead, at(s), 8, HERE);
  const int now = static_cast<int>(semaphore_at(at(s)).value);
  if (visible) {
    record(static_cast<uint64_t>(now));
    spin_read(at(s), 8, value_at(at(s), 8));
  }
  deliver(value, now, HERE);
  return 0;
}

HEDDLE_API int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* attributes, unsigned count) {
  if (!controlled()) return real.pthread_barrier_init(b, attributes, count);
  if (count == 0) return EINVAL;
  object_init(at(b), sizeof *b, HERE);
  *reinterpret_cast<Barrier*>(b) = Barrier{count, 0, 0};
  return 0;
}
HEDDLE_API int pthread_barrier_destroy(pthread_barrier_t* b) {
  if (!controlled()) return real.pthread_barrier_destroy(b);
  object_destroy(
      at(b), sizeof *b, HERE, [](uint64_t a) { return barrier_at(a).arrived > 0; },
      "a barrier is destroyed while threads wait at it");
  barrier_at(at(b)).destroyed = 1;
  return 0;
}
HEDDLE_API int pthread_barrier_wait(pthread_barrier_t* b) {
  return controlled() ? barrier_wait(at(b), HERE, 0) : real.pthread_barrier_wait(b);
}
HEDDLE_API int __heddle_barrier_wait_unused(void* barrier) {
  auto* b = static_cast<pthread_barrier_t*>(barrier);
  return controlled() ? barrier_wait(at(b), HERE, heddle::kUnused) : real.pthread_barrier_wait(b);
}

HEDDLE_API int pthread_spin_init(pthread_spinlock_t* l, int shared) {
  if (!controlled()) return real.pthread_spin_init(l, shared);
  object_init(at(l), sizeof *l, HERE);
  spinlock_at(at(l)).owner = 0;
  return 0;
}
HEDDLE_API int pthread_spin_destroy(pthread_spinlock_t* l) {
  if (!controlled()) return real.pthread_spin_destroy(l);
  object_destroy(
      at(l), sizeof *l, HERE, [](uint64_t a) { return !spinlock_free(a); },
      "a spin lock is destroyed while it is locked");
  return 0;
}
HEDDLE_API int pthread_spin_lock(pthread_spinlock_t* l) {
  return controlled() ? spin_acquire(at(l), HERE) : real.pthread_spin_lock(l);
}
HEDDLE_API int pthread_spin_trylock(pthread_spinlock_t* l) {
  return controlled() ? spin_try(at(l), HERE) : real.pthread_spin_trylock(l);
}
HEDDLE_API int pthread_spin_unlock(pthread_spinlock_t* l) {
  return controlled() ? spin_release(at(l), HERE) : real.pthread_spin_unlock(l);
}
