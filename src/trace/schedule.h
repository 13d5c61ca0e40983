// A schedule: everything needed to run the program once, as data. An engine writes it, an executor
// follows it; nothing is decided while running that is not said here.
//
// A run is a sequence of steps. At a thread step one enabled thread performs its next event; at a value
// step the running thread receives one of n values (heddle_choose, which waiter a signal wakes).
// `prefix` says the picks of the first steps; `tail` says how to pick after them.
#pragma once
#include <cstdint>
#include <vector>

#include "base/thread_set.h"
#include "trace/event.h"
#include "trace/state.h"
#include "trace/term.h"

namespace heddle {

enum class Tail : uint8_t {
  kFirst,   // the smallest enabled thread id; value 0
  kStay,    // the thread that ran last if it is enabled, else the smallest id; value 0
  kFair,    // likewise, but whoever ran for very long lets others go on: it may do nothing but wait for them
  kRandom,  // from `seed`: uniformly, or as `lengths` say; values uniformly
  kPct,     // random priorities from `seed`, lowered at the choices in `change_points`; values uniformly
};

struct Schedule {
  std::vector<uint16_t> prefix;  // a ThreadId at a thread step, a value at a value step
  Tail tail = Tail::kFirst;
  uint64_t seed = 0;
  // Threads asleep (sleep sets of partial order reduction) from the last step of the prefix on: the tail does
  // not pick them until an event that conflicts with their next event was performed, and that last step's event
  // may already be it; if every enabled thread is asleep, the run ends as Outcome::kBlocked.
  ThreadSet asleep;
  // What each sleeping thread does when it is run from there, if the engine knows: it then says more than the
  // pending event (that a compare-exchange fails, for one). Empty, or at least one entry per thread asleep: all that it does
  // in one step, if that is an atomic section.
  std::vector<Event> asleep_events;
  // A run to learn which memory is shared: a finding does not end it, the thread just stops, and is not reported.
  bool discovery = false;
  Follow follow = Follow::kNothing;
  // Places to be visible from now on, though no run showed that they are shared: Trace::visibility_grew will say so.
  std::vector<uint64_t> share;
  std::vector<uint32_t>
      change_points;  // kPct, rising: numbers of steps, of those at which more than one thread can go on
  // kRandom: how many steps each thread is likely to make. It is picked in proportion to what is left of them, so that no
  // order is preferred.
  std::vector<uint32_t> lengths;
  // Not null: it is told the states after the prefix, and Trace::states holds them. For executors that see states.
  StateWatch* watch = nullptr;
  // Not 0: the steps of the prefix from this one on, counted from 1, lead back to the state that they began in, so that they can be
  // repeated without end. If that is so, the run ends after the prefix with a livelock.
  uint32_t loop = 0;
};

// Tail::kRandom with `lengths`: of a thread that made `done` steps.
inline uint32_t chance_of(const Schedule& schedule, ThreadId t, uint32_t done) {
  return t < schedule.lengths.size() && schedule.lengths[t] > done ? schedule.lengths[t] - done : 1;
}

}  // namespace heddle
