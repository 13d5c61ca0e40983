// Spin loops: a loop that reads, finds nothing changed and tries again is turned into a wait for a change.
//
// When an iteration changed nothing, and the loop carries nothing else from iteration to iteration, then the
// thread is, at the head of the loop, in exactly the state in which it was one iteration ago. Going round again
// before something that it read has changed leads to the same state once more, so the thread waits until then.
// Nothing is lost: an execution with more such rounds has the same effects as one without them.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

// A visible read by the current thread, and its value.
void spin_read_watched(uint64_t address, uint32_t length, uint64_t value);
// A write by the current thread that changed memory.
void spin_write(uint64_t address, uint64_t length);
// A lock was taken (+1) or released (-1).
void spin_lock(int change);
// About to take a lock: a loop that went round without a change waits here if it could not do so at its head.
void spin_before_lock();
// Something happened in this iteration that is not undone by its end.
void spin_dirty();
// This iteration waited on a condition variable or futex; it looked at the clock.
void spin_waited();
void spin_looked();

inline void spin_read(uint64_t address, uint32_t length, uint64_t value) {
  if (__builtin_expect(self().watches > 0, 0)) spin_read_watched(address, length, value);
}

// Has anything changed that the waiting thread read?
bool await_over(const Thread& thread);
// Nobody else can run: lets a thread go on whose loop may end for another reason (a counter, say).
bool release_inexact_await();

// The bytes of a place as one value: themselves up to 8, a hash beyond.
uint64_t value_at(uint64_t address, uint64_t length);

}  // namespace heddle::rt
