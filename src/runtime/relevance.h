// Relevant accesses: those that another thread can still conflict with. Before any other access nobody else need be asked: whatever the
// others do until this thread goes on, it commutes with that access (the thread alone is a persistent set). The access is an event
// and a step like all others, but a step with one thread to choose from.
//
// Conflicts with what others did before are over, and threads that this one creates later come after the access.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

// Who knows what other threads may still access (src/worker/futures.h).
struct FutureOracle {
  // May a thread other than `thread`, while that stands before `access`, still conflict with it?
  bool (*may_conflict)(ThreadId thread, const Event& access);
  // Is the position that of an access to an element of an array?
  bool (*is_element)(uint64_t position);
};
void set_future_oracle(const FutureOracle& oracle);

// May another thread, while this one stands before its next event, conflict with that?
bool is_relevant(ThreadId thread);

// May some other thread get at this memory, by what it and the variables of the program point to? Pointers are recognised by their value, in
// all that words can lie in; those into the middle of an object count, and so do those with marks in their highest or lowest bits.
bool reachable_by_others(ThreadId thread, uint64_t address, uint64_t size);

// The innermost frame of a thread, as far as it is told; null if it has none.
const void* stands_at(ThreadId thread);

// A run ends since the current thread failed. Before the accesses that led there others were not asked, and what they do in that place
// can matter: the failure ends it. From the next run on those accesses are choices.
void open_last_accesses();
// … which a worker before this one came to, as a place.
inline constexpr uint64_t kOpenPlace = 5;
void restore_open_access(uint64_t place);

}  // namespace heddle::rt
