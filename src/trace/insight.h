// Insight: what was found out about a failing run besides the run itself, by making other runs of the program
// (src/explain). Plain numbers about the events of that run; reports turn them into words.
#pragma once
#include <cstdint>
#include <optional>

#include "base/thread_set.h"

namespace heddle {

// The step that decided, and the step of another thread whose order with it mattered. Indices are of
// RunRecord::events.
struct DecisiveStep {
  uint32_t event = 0;              // from this event on every schedule fails; before it, some do not
  bool proven = false;             // all those schedules were made; else only some, and they failed
  std::optional<ThreadId> other;   // the thread it got in the way of, if that could be told
  std::optional<uint32_t> before;  // an event of `other` before `event`
  std::optional<uint32_t> after;   // an event of `other` after `event` that conflicts with it
  bool after_pending = false;      // instead of `after`: what `other` was about to do as the run ended
};

struct Insight {
  bool shortened = false;        // the run was looked for: no shorter one was found
  bool fewest_switches = false;  // no failing run has fewer preemptions: all those were made
  bool always = false;           // the program fails under every schedule
  std::optional<DecisiveStep> decisive;
};

}  // namespace heddle
