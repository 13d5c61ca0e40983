// What a thread of the program under test does, one record per step that other threads could notice.
//
// The same record describes an operation before it is performed (the thread's *next* event: `op`,
// `object`, `length`, `second` are known, values are not) and after (values filled in). So schedulers and
// engines can ask "would these two interfere?" of pending and of executed operations alike.
#pragma once
#include <cstdint>

#include "base/thread_set.h"

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
  kRmw,    // reads and writes in one step; a failed compare-exchange is a kRmw with kFailed (a read);
           // second = which others it commutes with (those with the same number, see kCommutes), 0 for none, kCompares for
           // a compare-exchange; written = what it expected, if that failed
  kFence,  // no object
  kFree,   // object = start of the block, length = its size; conflicts with every access to it; second = 1: a local's life ends
  // Locks. object = address of the lock.
  kLock,         // mutex, spin lock, or the writing side of a reader-writer lock
  kTryLock,      // kFailed if it was taken
  kUnlock,       // either side of a reader-writer lock; kFailed if it was refused (an error-checking mutex)
  kReadLock,
  kTryReadLock,  // kFailed if it was taken
  // Condition variables. object = condition, second = mutex.
  kCondWait,   // releases the mutex and starts to wait
  kCondWake,   // takes the mutex again after a signal; read = 0 signalled, 1 timed out, 2 spurious
  kSignal,     // read = id + 1 of the thread woken, 0 if none waited
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
  kYield,
  // No steps, only told: a spin loop goes to sleep until something that the thread's last `length` scheduled events
  // looked at is different; an assumption does not hold and the thread goes no further.
  kAwait,
  kStop,
};
inline constexpr int kOpCount = static_cast<int>(Op::kStop) + 1;

const char* name(Op op);

// Flags of an Event.
enum : uint8_t {
  kAtomic = 1,       // an atomic access (or a lock etc.); without it, a plain access that can race
  kFailed = 2,       // a try that did not succeed; a compare-exchange that did not exchange
  kUnused = 4,       // the program does not look at the value read
  kAfterAwait = 8,   // the thread was waiting, in a spin loop, for a change of what it reads here
  kScheduled = 16,   // this event was a scheduling step (Trace::steps has one entry for it)
  kCommutes = 32,    // a read-modify-write that commutes with others of its kind, see kAdds
  kInSection = 128,  // in an atomic section, and not its first event: nobody else could come before it
  kTimed = 64,       // a lock or semaphore taken with a deadline: kTimeout could have come instead
};

// Event::second of a read-modify-write: the kinds of those that commute with others of their kind, and a compare-exchange.
enum : uint64_t { kAdds = 1, kAnds, kOrs, kXors, kMaxes, kMins, kUnsignedMaxes, kUnsignedMins, kCompares = 255 };

struct Event {
  Op op = Op::kBegin;
  uint8_t flags = 0;
  ThreadId thread = 0;
  uint8_t order = 0;      // memory order of an atomic access, as C11 numbers them (0 relaxed … 5 seq_cst)
  uint32_t length = 0;    // bytes accessed, or the number of values of a kChoose
  uint64_t object = 0;    // see Op
  uint64_t second = 0;    // see Op
  uint64_t read = 0;      // value read (its bytes up to 8; a hash of them beyond), or result
  uint64_t written = 0;   // value written, likewise
  uint64_t position = 0;  // where in the source: key into the program's position table (see runtime/abi.h)
};
static_assert(sizeof(Event) == 48);

constexpr bool is_access(Op op) { return op == Op::kRead || op == Op::kWrite || op == Op::kRmw || op == Op::kFree; }
// May have to wait for another thread before it can be performed; or afterwards, before the thread goes on.
constexpr bool waits_before(Op op) {
  switch (op) {
    case Op::kLock: case Op::kReadLock: case Op::kCondWake: case Op::kSemWait: case Op::kOnceEnter: return true;
    default: return false;
  }
}
constexpr bool waits_after(Op op) { return op == Op::kCondWait || op == Op::kBarrier || op == Op::kFutexWait; }
constexpr bool is_thread_structure(Op op) { return op <= Op::kJoin; }

}  // namespace heddle
