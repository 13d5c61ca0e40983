// Op: what a thread of the program under test does in one step, and the one table of what each operation is: the kind of
// object it works on, whether it waits, what its thread learns from it, what it takes and gives back. Whoever has to know
// such a thing asks the table; a new operation is a new row, and op_test.cpp goes over all of them.
//
//   traits(Op::kTryLock).answer == Answer::kSuccess
//   takes(Op::kSemWait) && traits(Op::kSemWait).resource == Resource::kUnit
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle {

enum class Op : uint8_t {
  // Thread structure. Never a scheduling choice: these commute with everything that is not ordered
  // with them anyway, so they are performed as soon as they can be. They are in the trace for their order.
  kBegin,   // first event of a thread
  kEnd,     // last event of a thread; object = 1 if the process ends with it; read = its result
  kCreate,  // object = id of the new thread; read = what it is started with, as a hash
  kJoin,    // object = id of the joined thread; read = 1 if its result is taken
  // Memory. object = address, length = bytes.
  kRead,
  kWrite,  // read = what was there before; second = 1 if it destroys a lock or the like, 2 if a local begins where one was
  kRmw,  // reads and writes in one step; a failed compare-exchange is a kRmw with kFailed (a read);
  // second = which others it commutes with (those with the same number, see kCommutes), 0 for none, kCompares for
  // a compare-exchange; written = what it expected, if that failed
  kFence,  // no object
  kFree,  // object = start of the block, length = its size; conflicts with every access to it; second = 1: a local's life ends
  // Locks. object = address of the lock.
  kLock,     // mutex, spin lock, or the writing side of a reader-writer lock
  kTryLock,  // kFailed if it was taken
  kUnlock,   // either side of a reader-writer lock; kFailed if it was refused (an error-checking mutex)
  kReadLock,
  kTryReadLock,  // kFailed if it was taken
  // Condition variables. object = condition, second = mutex.
  kCondWait,  // releases the mutex and starts to wait
  kCondWake,  // takes the mutex again after a signal; read = 0 signalled, 1 timed out, 2 spurious
  kSignal,    // read = id + 1 of the thread woken, 0 if none waited
  kBroadcast,
  // A wait with a deadline gave up (condition, lock, semaphore, futex). object = what was waited for. With kTimed, second =
  // the operation that it would have been otherwise.
  kTimeout,
  // Semaphores. object = address; read = the count before.
  kSemWait,
  kSemTryWait,  // kFailed if the count was zero
  kSemPost,
  // Barriers. object = address, length = how many it waits for. read = 1 for the thread that completed the round; written =
  // which round of the run, the same for all who arrived in it. With kUnused nobody looks at who completed it.
  kBarrier,
  // pthread_once, call_once, function-local statics. object = the flag.
  kOnceEnter,  // read = 1 if this thread has to run the initialiser
  kOnceLeave,  // written = 1 if the initialiser is done, 0 if it threw
  // futex(2). object = address, length = 4.
  kFutexWait,  // second = the value expected; kFailed if the value differed (read = the value seen)
  kFutexWake,  // second = how many at most; read = number of threads woken
  // The program asks the search for a value in [0, length); read = the value.
  kChoose,
  // A value from outside the program, received in value steps (input.h): length = how many bits it has; read = the value.
  kInput,
  kYield,
  // Not steps, only notes in the trace: a spin loop goes to sleep until something that the thread's last `length` scheduled
  // events looked at is different; an assumption does not hold and the thread goes no further.
  kAwait,
  kStop,
  // Not in traces: kTimeout of a condition or futex wait, as models have it (causal/pool.h, certificate). A thread that waits with a
  // deadline stands before it. It is told 1 if it performs it, and 0 if somebody woke it before.
  kLeaveCondition,
  kLeaveFutex,
};
inline constexpr int kOpCount = static_cast<int>(Op::kLeaveFutex) + 1;

// Event::written of a kCondWait or kFutexWait: may the thread give up? kTired: it did so before and went round a loop without an
// effect; it does so again only when no other thread can go on.
enum Deadline : uint64_t { kNoDeadline, kMayGiveUp, kTired };

constexpr bool leaves_wait(Op op) { return op == Op::kLeaveCondition || op == Op::kLeaveFutex; }

// The kind of object that Event::object is the address of.
enum class ObjectKind : uint8_t { kNothing, kAccess, kLock, kCondition, kSemaphore, kBarrier, kOnce, kFutex };

// When another thread may have to act: before the operation can be performed, or afterwards, before its thread goes on.
enum class Waits : uint8_t { kNever, kBefore, kAfter };

// What the thread learns from the operation, and may act upon.
enum class Answer : uint8_t {
  kNothing,
  kValue,     // Event::read
  kSuccess,   // whether it failed
  kDiffered,  // a futex wait: whether the word was another than expected, and which
  kReason,    // the end of a condition wait: why it ended
  kGaveUp,    // that the deadline has passed
};

// What an operation does to what threads take and give back. kTries: takes it, unless it is not to be had, or no longer needed
// (an initialiser that is done).
enum class Hold : uint8_t { kNothing, kTakes, kTries, kReleases };

// What is taken and given back: the lock that is the object, the mutex of a condition wait (Event::second), the right to run an
// initialiser, a unit of a semaphore.
enum class Resource : uint8_t { kNone, kLock, kMutex, kOnce, kUnit };

struct OpTraits {
  enum Flags : uint8_t {
    kNone = 0,
    kShared = 1,     // takes the lock together with other readers
    kAutomatic = 2,  // no scheduling step: it happens as soon as it can
    kPicks = 4,      // the search picks a value for it: the program's choice, or which of several waiters is woken
  };

  Op op;
  const char* name;
  ObjectKind object;
  Waits waits;
  Answer answer;
  Hold hold;
  Resource resource;
  Flags flags;
};

// clang-format off
inline constexpr std::array<OpTraits, kOpCount> kOpTable = [] {
  using O = ObjectKind;
  using W = Waits;
  using A = Answer;
  using H = Hold;
  using R = Resource;
  using T = OpTraits;
  return std::array<OpTraits, kOpCount>{{
    // operation       name             object         waits       learns        hold          of what     flags
    {Op::kBegin,       "begin",         O::kNothing,   W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kAutomatic},
    {Op::kEnd,         "end",           O::kNothing,   W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kAutomatic},
    {Op::kCreate,      "create",        O::kNothing,   W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kAutomatic},
    {Op::kJoin,        "join",          O::kNothing,   W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kAutomatic},
    {Op::kRead,        "read",          O::kAccess,    W::kNever,  A::kValue,    H::kNothing,  R::kNone,   T::kNone},
    {Op::kWrite,       "write",         O::kAccess,    W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kNone},
    {Op::kRmw,         "rmw",           O::kAccess,    W::kNever,  A::kValue,    H::kNothing,  R::kNone,   T::kNone},
    {Op::kFence,       "fence",         O::kNothing,   W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kNone},
    {Op::kFree,        "free",          O::kAccess,    W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kNone},
    {Op::kLock,        "lock",          O::kLock,      W::kBefore, A::kNothing,  H::kTakes,    R::kLock,   T::kNone},
    {Op::kTryLock,     "trylock",       O::kLock,      W::kNever,  A::kSuccess,  H::kTries,    R::kLock,   T::kNone},
    {Op::kUnlock,      "unlock",        O::kLock,      W::kNever,  A::kSuccess,  H::kReleases, R::kLock,   T::kNone},
    {Op::kReadLock,    "read-lock",     O::kLock,      W::kBefore, A::kNothing,  H::kTakes,    R::kLock,   T::kShared},
    {Op::kTryReadLock, "try-read-lock", O::kLock,      W::kNever,  A::kSuccess,  H::kTries,    R::kLock,   T::kShared},
    {Op::kCondWait,    "cond-wait",     O::kCondition, W::kAfter,  A::kNothing,  H::kReleases, R::kMutex,  T::kNone},
    {Op::kCondWake,    "cond-wake",     O::kCondition, W::kBefore, A::kReason,   H::kTakes,    R::kMutex,  T::kNone},
    {Op::kSignal,      "signal",        O::kCondition, W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kPicks},
    {Op::kBroadcast,   "broadcast",     O::kCondition, W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kNone},
    {Op::kTimeout,     "timeout",       O::kNothing,   W::kNever,  A::kGaveUp,   H::kNothing,  R::kNone,   T::kNone},
    {Op::kSemWait,     "sem-wait",      O::kSemaphore, W::kBefore, A::kNothing,  H::kTakes,    R::kUnit,   T::kNone},
    {Op::kSemTryWait,  "sem-trywait",   O::kSemaphore, W::kNever,  A::kSuccess,  H::kTries,    R::kUnit,   T::kNone},
    {Op::kSemPost,     "sem-post",      O::kSemaphore, W::kNever,  A::kNothing,  H::kReleases, R::kUnit,   T::kNone},
    {Op::kBarrier,     "barrier",       O::kBarrier,   W::kAfter,  A::kValue,    H::kNothing,  R::kNone,   T::kNone},
    {Op::kOnceEnter,   "once-enter",    O::kOnce,      W::kBefore, A::kValue,    H::kTries,    R::kOnce,   T::kNone},
    {Op::kOnceLeave,   "once-leave",    O::kOnce,      W::kNever,  A::kNothing,  H::kReleases, R::kOnce,   T::kNone},
    {Op::kFutexWait,   "futex-wait",    O::kFutex,     W::kAfter,  A::kDiffered, H::kNothing,  R::kNone,   T::kNone},
    {Op::kFutexWake,   "futex-wake",    O::kFutex,     W::kNever,  A::kValue,    H::kNothing,  R::kNone,   T::kPicks},
    {Op::kChoose,      "choose",        O::kNothing,   W::kNever,  A::kValue,    H::kNothing,  R::kNone,   T::kPicks},
    {Op::kInput,       "input",         O::kNothing,   W::kNever,  A::kValue,    H::kNothing,  R::kNone,   T::kPicks},
    {Op::kYield,       "yield",         O::kNothing,   W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kNone},
    {Op::kAwait,       "await",         O::kNothing,   W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kAutomatic},
    {Op::kStop,        "stop",          O::kNothing,   W::kNever,  A::kNothing,  H::kNothing,  R::kNone,   T::kAutomatic},
    {Op::kLeaveCondition, "leave-condition", O::kCondition, W::kNever, A::kValue, H::kNothing, R::kNone,   T::kNone},
    {Op::kLeaveFutex,  "leave-futex",   O::kFutex,     W::kNever,  A::kValue,    H::kNothing,  R::kNone,   T::kNone},
  }};
}();
// clang-format on

constexpr const OpTraits& traits(Op op) { return kOpTable[static_cast<std::size_t>(op)]; }

// The operations for which `holds(traits)`, computed when compiling: asking is the test of one bit.
class OpSet {
 public:
  template <class F>
  explicit consteval OpSet(F holds) {
    for (const OpTraits& row : kOpTable)
      if (holds(row)) bits_ |= uint64_t{1} << static_cast<int>(row.op);
  }
  constexpr bool has(Op op) const { return bits_ >> static_cast<int>(op) & 1; }

 private:
  uint64_t bits_ = 0;
};
static_assert(kOpCount <= 64);

namespace op_sets {
inline constexpr auto kObjectKinds = [] {
  std::array<ObjectKind, kOpCount> kinds{};
  for (const OpTraits& row : kOpTable) kinds[static_cast<std::size_t>(row.op)] = row.object;
  return kinds;
}();
inline constexpr OpSet kAccesses([](const OpTraits& t) { return t.object == ObjectKind::kAccess; });
inline constexpr OpSet kWaitBefore([](const OpTraits& t) { return t.waits == Waits::kBefore; });
inline constexpr OpSet kWaitAfter([](const OpTraits& t) { return t.waits == Waits::kAfter; });
inline constexpr OpSet kAllAutomatic([](const OpTraits& t) { return (t.flags & OpTraits::kAutomatic) != 0; });
inline constexpr OpSet kAllShared([](const OpTraits& t) { return (t.flags & OpTraits::kShared) != 0; });
inline constexpr OpSet kTries([](const OpTraits& t) { return t.hold == Hold::kTries && t.answer == Answer::kSuccess; });
inline constexpr OpSet kTakesLock([](const OpTraits& t) {
  const bool lock = t.resource == Resource::kLock || t.resource == Resource::kMutex;
  return lock && (t.hold == Hold::kTakes || t.hold == Hold::kTries);
});
inline constexpr OpSet kReleasesLock([](const OpTraits& t) {
  const bool lock = t.resource == Resource::kLock || t.resource == Resource::kMutex;
  return lock && t.hold == Hold::kReleases;
});
inline constexpr OpSet kAnswering([](const OpTraits& t) {
  return t.answer == Answer::kValue || t.answer == Answer::kSuccess || t.answer == Answer::kDiffered;
});
inline constexpr OpSet kAllPicking([](const OpTraits& t) { return (t.flags & OpTraits::kPicks) != 0; });
inline constexpr OpSet kUsesMutex([](const OpTraits& t) { return t.resource == Resource::kMutex; });
}  // namespace op_sets

constexpr const char* name(Op op) { return traits(op).name; }
constexpr ObjectKind object_kind(Op op) { return op_sets::kObjectKinds[static_cast<std::size_t>(op)]; }
constexpr bool is_access(Op op) { return op_sets::kAccesses.has(op); }
// May have to wait for another thread before it can be performed; or afterwards, before the thread goes on.
constexpr bool waits_before(Op op) { return op_sets::kWaitBefore.has(op); }
constexpr bool waits_after(Op op) { return op_sets::kWaitAfter.has(op); }
constexpr bool is_thread_structure(Op op) { return op <= Op::kJoin; }
// No scheduling step: it happens as soon as it can.
constexpr bool is_automatic(Op op) { return op_sets::kAllAutomatic.has(op); }
// Tries to take a lock or a unit of a semaphore, and goes on without it if it is not to be had.
constexpr bool is_try(Op op) { return op_sets::kTries.has(op); }
// Takes, if it does not fail, or gives back a lock: its object, or the mutex of a condition wait.
constexpr bool takes_lock(Op op) { return op_sets::kTakesLock.has(op); }
constexpr bool releases_lock(Op op) { return op_sets::kReleasesLock.has(op); }
// Its thread goes on according to what it finds. (What ends a wait with a deadline is not counted: Answer::kReason, kGaveUp.)
constexpr bool has_answer(Op op) { return op_sets::kAnswering.has(op); }
constexpr bool picks_value(Op op) { return op_sets::kAllPicking.has(op); }
constexpr bool is_shared(Op op) { return op_sets::kAllShared.has(op); }
// A condition wait or its end: Event::second is the mutex.
constexpr bool uses_mutex(Op op) { return op_sets::kUsesMutex.has(op); }

}  // namespace heddle
