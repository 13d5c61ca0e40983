// What a thread of the program under test does, one record per step that other threads could notice.
//
// The same record describes an operation before it is performed (the thread's *next* event: `op`,
// `object`, `length`, `second` are known, values are not) and after (values filled in). So schedulers and
// engines can ask "would these two interfere?" of pending and of executed operations alike. op.h lists the operations.
#pragma once
#include <cstdint>

#include "base/thread_set.h"
#include "trace/op.h"

namespace heddle {

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
  uint32_t length = 0;    // bytes accessed, the number of values of a kChoose, or of the bits of a kInput
  uint64_t object = 0;    // see Op
  uint64_t second = 0;    // see Op
  uint64_t read = 0;      // value read (its bytes up to 8; a hash of them beyond), or result
  uint64_t written = 0;   // value written, likewise
  uint64_t position = 0;  // where in the source: key into the program's position table (see runtime/abi.h)
};
static_assert(sizeof(Event) == 48);

}  // namespace heddle
