// Condition variables. A waiter gives up its mutex, waits for a signal, and takes the mutex again: two events of
// its own. Who is woken by a signal, of several that wait, is a choice of the schedule.
#include "runtime/body.h"
#include "runtime/interpose.h"

namespace heddle::rt {
namespace {

bool waits_on(const Thread& t, uint64_t condition) {
  return t.status == Status::kAlive && t.wait == Wait::kCondition && t.wait_object == condition;
}

// The woken thread's next event is to take its mutex again.
void wake(ThreadId id) {
  Thread& t = g.thread[id];
  t.signalled = true;
  t.has_next = true;
  t.timed = false;
  set_wait(id, Wait::kMutex);
  Event& e = g.next[id];
  t.wait_object = e.second;
  e.op = Op::kCondWake;
}

int waiters(uint64_t condition, ThreadId* who) {
  int n = 0;
  for (int t = 0; t < g.live; ++t)
    if (waits_on(g.thread[t], condition)) who[n++] = static_cast<ThreadId>(t);
  return n;
}

void condition_alive(uint64_t c, uint64_t position) {
  if (condition_at(c).destroyed)
    fail(FindingKind::kLockMisuse, position, "use of a condition variable that was destroyed");
}

}  // namespace

int condition_wait(uint64_t c, uint64_t mutex, bool timed, uint64_t deadline, uint64_t position) {
  if (g.mode != Mode::kRun) refuse_early("the program waits on a condition variable");
  Sight visible = object_is_visible(c, 8, position);
  const Sight visible_mutex = object_is_visible(mutex, 8, position);
  visible.late |= visible_mutex.late;
  // That the thread took a mutex which nobody else knows was no event; it is one now, so that what it gives up was taken.
  const bool known_to_me_alone = timed && !visible_mutex && mutex_at(mutex).owner == g.current + 1u;
  if (known_to_me_alone) {
    reach(Op::kLock, mutex, 0, position, kAtomic);
    record();
  }
  reach_object(visible, Op::kCondWait, c, 0, position, Wait::kNothing, mutex);
  object_is_there(mutex, position);
  condition_alive(c, position);
  Mutex& m = mutex_at(mutex);
  if (m.depth == 0 || m.owner != g.current + 1u)
    fail(FindingKind::kLockMisuse, position, "wait on a condition variable without holding its mutex");
  const uint32_t depth = m.depth;
  m.depth = 0;
  m.owner = 0;
  Thread& t = self();
  const bool may_give_up = timed || g.options.spurious;
  record(0, !may_give_up ? kNoDeadline : t.tired ? kTired : kMayGiveUp);

  t.signalled = false;
  t.timed = timed;
  g.next[g.current].op = Op::kTimeout;  // what it would do if it were picked before a signal
  block(Wait::kCondition, c);
  t.timed = false;
  spin_waited();
  int result = 0;
  t.tired = false;
  if (t.signalled) {
    spin_dirty();
  } else {
    if (timed) {
      pass_deadline(deadline);
      result = ETIMEDOUT;
    }
    g.next[g.current].flags = kAtomic;
    record(timed ? 1 : 2);
    reach(Op::kCondWake, c, 0, position, kAtomic, Wait::kMutex, mutex);
  }
  object_is_there(mutex, position);  // others may have freed it; the condition variable may be gone by right
  m.depth = depth;
  m.owner = g.current + 1u;
  g.next[g.current].flags = kAtomic;
  record(result == ETIMEDOUT ? 1 : t.signalled ? 0 : 2);
  if (known_to_me_alone) {
    reach(Op::kUnlock, mutex, 0, position, kAtomic);
    record();
  }
  return result;
}

void condition_signal(uint64_t c, uint64_t position) {
  const Sight visible = object_is_visible(c, 8, position);
  if (!visible) return condition_alive(c, position);
  reach_object(visible, Op::kSignal, c, 0, position);
  condition_alive(c, position);
  ThreadId who[kMaxThreads];
  const int n = waiters(c, who);
  uint64_t woken = 0;
  if (n > 0) {
    const ThreadId chosen = who[choose_value(n)];
    wake(chosen);
    woken = chosen + 1u;
    spin_dirty();
  }
  record(woken);
}

void condition_broadcast(uint64_t c, uint64_t position) {
  const Sight visible = object_is_visible(c, 8, position);
  if (!visible) return condition_alive(c, position);
  reach_object(visible, Op::kBroadcast, c, 0, position);
  condition_alive(c, position);
  ThreadId who[kMaxThreads];
  const int n = waiters(c, who);
  for (int i = 0; i < n; ++i) wake(who[i]);
  if (n > 0) spin_dirty();
  record();
}

void condition_destroy(uint64_t c, uint64_t position) {
  const auto is_waited_for = [](uint64_t condition) {
    ThreadId who[kMaxThreads];
    return waiters(condition, who) > 0;
  };
  object_destroy(c, sizeof(pthread_cond_t), position, is_waited_for,
                 "a condition variable is destroyed while a thread waits on it");
  condition_at(c).destroyed = 1;
}

}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* attributes) {
  if (controlled()) object_init(at(c), sizeof *c, HERE);
  return real.pthread_cond_init(c, attributes);
}
HEDDLE_API int pthread_cond_destroy(pthread_cond_t* c) {
  if (!controlled()) return real.pthread_cond_destroy(c);
  condition_destroy(at(c), HERE);
  return 0;
}
HEDDLE_API int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  return controlled() ? condition_wait(at(c), at(m), false, 0, HERE) : real.pthread_cond_wait(c, m);
}
HEDDLE_API int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* deadline) {
  if (!controlled()) return real.pthread_cond_timedwait(c, m, deadline);
  return condition_wait(at(c), at(m), true, nanoseconds(deadline), HERE);
}
HEDDLE_API int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock,
                                      const timespec* deadline) {
  if (!controlled()) return real.pthread_cond_clockwait(c, m, clock, deadline);
  return condition_wait(at(c), at(m), true, nanoseconds(deadline), HERE);
}
HEDDLE_API int pthread_cond_signal(pthread_cond_t* c) {
  if (!controlled()) return real.pthread_cond_signal(c);
  condition_signal(at(c), HERE);
  return 0;
}
HEDDLE_API int pthread_cond_broadcast(pthread_cond_t* c) {
  if (!controlled()) return real.pthread_cond_broadcast(c);
  condition_broadcast(at(c), HERE);
  return 0;
}
