// When do two operations of different threads interfere? This is the one dependence relation that the
// schedule follower (sleep sets), the engines and the brute force that judges them all use.
//
// Two operations are independent when, from every state where both are next and enabled, performing them
// in either order gives the same state and the same results, and neither enables or disables the other.
// `conflicts` may say true too often (that costs executions), never too seldom (that would miss behaviour).
#pragma once
#include "trace/event.h"

namespace heddle {

struct DependenceOptions {
  // Read-modify-writes of one kind whose results nobody looks at commute (`--commute`).
  bool commute_rmws = false;
  // It matters who is the last to arrive at a barrier though nobody asks: the others have to be switched to.
  bool ordered_arrivals = false;
};

namespace dependence {

// Operations of different classes work on different kinds of objects.
using Class = ObjectKind;
constexpr Class class_of(Op op) { return object_kind(op); }

constexpr bool overlap(uint64_t a, uint64_t a_length, uint64_t b, uint64_t b_length) {
  return a < b + b_length && b < a + a_length;
}

constexpr bool writes(const Event& e) {
  return e.op == Op::kWrite || e.op == Op::kFree || (e.op == Op::kRmw && !(e.flags & kFailed));
}

// Memory that an operation which is not an access touches: a futex its word, a lock its first byte.
constexpr uint64_t footprint(const Event& e) { return e.op == Op::kFutexWait ? 4 : 1; }

constexpr bool accesses_conflict(const Event& a, const Event& b, const DependenceOptions& options) {
  if (!writes(a) && !writes(b)) return false;
  if (!overlap(a.object, a.length, b.object, b.length)) return false;
  if (options.commute_rmws && a.op == Op::kRmw && b.op == Op::kRmw && a.object == b.object && a.length == b.length &&
      (a.flags & b.flags & kCommutes) && (a.flags & b.flags & kUnused) && a.second == b.second)
    return false;
  return true;
}

// The lock that an operation takes, tries to take or releases: its object, or the mutex of a condition wait. 0 if none.
constexpr uint64_t lock_of(const Event& e) {
  if (class_of(e.op) == Class::kLock) return e.object;
  return uses_mutex(e.op) ? e.second : 0;
}

// Initialising, destroying or freeing what holds a lock (that of a condition wait too), a futex word; looking at the count of a
// semaphore.
constexpr bool access_meets_object(const Event& access, const Event& other) {
  const Class what = class_of(other.op);
  if (what == Class::kNothing || !(writes(access) || what == Class::kSemaphore)) return false;
  const uint64_t lock = lock_of(other);
  return overlap(access.object, access.length, other.object, footprint(other)) ||
         (lock != 0 && overlap(access.object, access.length, lock, 1));
}

constexpr bool locks_conflict(const Event& a, const Event& b) {
  const uint64_t lock = lock_of(a);
  if (lock == 0 || lock != lock_of(b)) return false;
  if (is_shared(a.op) && is_shared(b.op)) return false;          // readers share
  if ((a.flags & kFailed) && (b.flags & kFailed)) return false;  // two tries that failed
  return true;
}

// Who arrives in one round arrives in any order, if nobody asks who was the last. Of an arrival to come it is only known that
// it is not in a round that was completed without it.
constexpr bool arrivals_conflict(const Event& a, const Event& b, const DependenceOptions& options) {
  if (options.ordered_arrivals || !(a.flags & b.flags & kUnused)) return true;
  const bool a_performed = a.flags & kScheduled, b_performed = b.flags & kScheduled;
  if (a_performed && b_performed) return a.written != b.written;
  return a_performed == b_performed || (a_performed ? a : b).read == 1;
}

constexpr bool sync_conflict(const Event& a, const Event& b, const DependenceOptions& options) {
  if (locks_conflict(a, b)) return true;
  // A wait that gave up: it stops waiting for its object, so whoever would have released it matters.
  if (a.op == Op::kTimeout || b.op == Op::kTimeout) {
    const Event &given_up = a.op == Op::kTimeout ? a : b, &other = a.op == Op::kTimeout ? b : a;
    if (lock_of(other) == given_up.object) return true;  // a wait for a condition gives its mutex back
    return a.object == b.object && class_of(other.op) != Class::kAccess && class_of(other.op) != Class::kNothing;
  }
  if (class_of(a.op) != class_of(b.op) || a.object != b.object) return false;
  switch (class_of(a.op)) {
    case Class::kCondition:
      // Waiters are a set: who waits first does not matter, but a signal takes one out of the set.
      return a.op == Op::kSignal || a.op == Op::kBroadcast || b.op == Op::kSignal || b.op == Op::kBroadcast;
    case Class::kSemaphore:
      if (a.op == Op::kSemPost && b.op == Op::kSemPost) return false;
      return !((a.flags & kFailed) && (b.flags & kFailed));
    case Class::kBarrier: return arrivals_conflict(a, b, options);
    case Class::kOnce: return true;
    case Class::kFutex: return !(a.op == Op::kFutexWait && b.op == Op::kFutexWait);
    default: return false;
  }
}

}  // namespace dependence

// An event that was performed, as one that is still to come: in another run, after others.
constexpr Event to_come(Event e) {
  if (e.op == Op::kBarrier) e.flags &= static_cast<uint8_t>(~kScheduled);
  return e;
}

// `a` and `b` belong to different threads; each is executed or pending (then kFailed is not known and a
// try counts as succeeding, which is the cautious reading).
constexpr bool conflicts(const Event& a, const Event& b, const DependenceOptions& options = {}) {
  using namespace dependence;
  const Class ca = class_of(a.op), cb = class_of(b.op);
  if (ca == Class::kAccess && cb == Class::kAccess) return accesses_conflict(a, b, options);
  if (ca == Class::kAccess) return access_meets_object(a, b);
  if (cb == Class::kAccess) return access_meets_object(b, a);
  return sync_conflict(a, b, options);
}

}  // namespace heddle
