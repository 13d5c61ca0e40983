// Scheduling: where fibers switch, and the record of what they did. All of it is asked of the Chooser.
#pragma once
#include "runtime/shadow.h"
#include "runtime/state.h"

namespace heddle::rt {

// What an event is, as its first word but for the thread. Events are written and copied by whole words: a word that was
// just written in parts is slow to read, and this happens at every step.
constexpr uint64_t event_word(Op op, uint8_t flags, uint8_t order, uint32_t length) {
  static_assert(offsetof(Event, flags) == 1 && offsetof(Event, thread) == 2 && offsetof(Event, order) == 3 &&
                offsetof(Event, length) == 4);
  return static_cast<uint64_t>(op) | uint64_t{flags} << 8 | uint64_t{order} << 24 | uint64_t{length} << 32;
}

// The current thread of a run is about to perform a visible event that can be performed at any time. Returns when the
// schedule has picked it. Then the caller performs it and calls `record`. True if other threads ran meanwhile.
bool reach(uint64_t word, uint64_t object, uint64_t position, uint64_t second);
// Likewise; `wait` says when the event can be performed. At startup that is now.
bool reach(Op op, uint64_t object, uint32_t length, uint64_t position, uint8_t flags = kAtomic,
           Wait wait = Wait::kNothing, uint64_t second = 0, uint8_t order = 0);

// Likewise for a lesser access (lesser.h), which is performed now.
void stand_at_lesser(uint64_t word, uint64_t object, uint64_t position, uint64_t second);

// The event announced by `reach` was performed; it goes into the trace with these results.
// Returns the entry, for results that come later.
Event* record(uint64_t read = 0, uint64_t written = 0, uint8_t more_flags = 0);
// An event that is no scheduling step (create, join, begin, end, private free).
void record_unscheduled(Op op, uint64_t object, uint64_t position, uint64_t read = 0);

// The current thread cannot go on until another thread wakes it (it has performed its event): blocks
// without a pending event. Returns when it was resumed.
void block(Wait wait, uint64_t object);
// The current thread goes no further; the others do. The execution does not count.
[[noreturn]] void stop_thread();
// Lets a blocked thread go on before the next choice.
void resume(ThreadId thread);

// One of `count` values, chosen by the schedule; a step of its own if count > 1.
int choose_value(int count);

// A thread that goes on without an event may wait for others in a way that is not recognised, and they have not run yet, so that nobody
// knows what it shares with them. Once in a while it makes an event that conflicts with nothing. When depends on the thread alone.
void rest(uint64_t position);
inline void rest_once_in_a_while(uint64_t position) {
  constexpr uint32_t kMany = 1 << 22;
  if (__builtin_expect(++g.quiet >= kMany, 0)) rest(position);
}

// What a thread does to its own locks and blocks is no event, and is written down only for whoever looks at one run closely. One that
// goes round for ever with them does not fill that run's memory: there is room for the events that matter.
inline bool tells_what_is_private() {
  constexpr uint32_t kMostInARow = 1000;
  return g.options.detail && g.quiet < kMostInARow;
}

// Visible if the memory is shared: lock words and other objects that interposed functions work on. True if
// the caller must `reach` and `record`; if not, the object is private to this thread.
Sight object_is_visible(uint64_t address, uint32_t size, uint64_t position);
// Fails if its memory was freed.
void object_is_there(uint64_t address, uint64_t position);

// As `reach`, for an operation on a lock or another object that was found to be visible, as `sight` says. Others may have freed its memory, even
// before it was announced: that is noticed at the step, so that engines see an event that the free could have come after.
void reach_object(Sight sight, Op op, uint64_t object, uint32_t length, uint64_t position, Wait wait = Wait::kNothing,
                  uint64_t second = 0, uint8_t flags = 0);

// A free of [address, address + size): a visible event if any of it is shared.
void free_event(uint64_t address, uint64_t size, uint64_t position);

// The current thread has ended; picks another one. Does not return.
[[noreturn]] void leave();

// First entry: switches from the engine to the main thread; returns when the run has ended.
void enter_run();

// Saves the current call stack as the current thread's (detail only).
void capture_stack();
// Adds the stack of `thread` to what reports get to see (detail only).
void append_stack(const Thread& thread);

}  // namespace heddle::rt
