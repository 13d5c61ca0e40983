// Spin loops: a loop that reads, finds nothing changed and tries again is turned into a wait for a change.
//
// When iterations had no effect, and the loop carries nothing else from one to the next, then the thread is, at the head
// of the loop, in exactly the state in which it was before. Going round again before something that it read has changed
// leads to the same state once more, so the thread waits until then. Nothing is lost: an execution with more such rounds
// has the same effects as one without them.
//
// Where values are followed (terms.h), whether the thread waits must follow from its own answers. What a loop carries as a term is
// left out of the comparison at first: if the rest differs, as a counter does, nothing is asked. If it does not, the terms are asked, and so is
// all that was read meanwhile. What is written is asked where it is written (access.cpp).
//
// Having no effect means: no write that others can see and that changes a value; private memory back to what it was;
// every lock taken released again. Output is no effect. That others find a lock taken is one: see spin_tries.cpp.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

// Some loop of the current thread has had no effect so far: then no access is fast either (`refresh_expectation`).
inline bool spin_watching() { return __builtin_expect(g.expect_read == ~uint64_t{0}, 0); }

// The current thread read a place, and its value.
void spin_read_watched(uint64_t address, uint32_t length, uint64_t value, TermId term);
inline void spin_read(uint64_t address, uint32_t length, uint64_t value, TermId term = kNoTerm) {
  if (spin_watching()) spin_read_watched(address, length, value, term);
}
// It is about to write up to 8 bytes there that differ from the old value, or may do so: both may have terms. Others can see it if
// it is visible. `told`: the thread knows that it differs.
void spin_write_watched(uint64_t address, uint32_t length, uint64_t old, bool visible, bool told, TermId old_term);
inline void spin_write(uint64_t address, uint32_t length, uint64_t old, bool visible, bool told = true,
                       TermId old_term = kNoTerm) {
  if (spin_watching()) spin_write_watched(address, length, old, visible, told, old_term);
}
// It writes a whole block.
void spin_write_block(uint64_t address, uint64_t length, bool visible);
// The life of a local of the current thread begins or ends there: what was written to it before does not matter any more.
void spin_life_watched(uint64_t address, uint64_t size);
inline void spin_life(uint64_t address, uint64_t size) {
  if (spin_watching()) spin_life_watched(address, size);
}
// A lock was taken (+1) or released (-1).
void spin_lock(uint64_t lock, int change);
// One was found taken, by a try or by a wait with a deadline.
void spin_failed(uint64_t lock);
// The thread ends.
void spin_end();
// Restores what an earlier worker found out (spin_tries.cpp).
void mark_contested(uint64_t lock);
// About to take a lock: a loop that went round without a change waits here if it could not do so at its head.
void spin_before_lock();
// It waited on a condition variable or futex; it looked at the clock.
void spin_waited();
void spin_looked();
// An effect of another kind.
void spin_dirty_watched();
inline void spin_dirty() {
  if (spin_watching()) spin_dirty_watched();
}

// Has anything changed that the waiting thread read?
bool await_over(Thread& thread);
// It waits, tired, in a loop that will do again what it did before, since nothing that it read has changed.
bool has_nothing_new(const Thread& thread);
// Nobody else can run: lets a thread go on whose loop may end for another reason (a counter, say).
bool release_inexact_await();

// The bytes of a place as one value: themselves up to 8, a hash beyond.
uint64_t value_at(uint64_t address, uint64_t length);

}  // namespace heddle::rt
