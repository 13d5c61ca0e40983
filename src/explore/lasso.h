// Livelocks in a graph of states: a lasso is a way to a cycle in which no thread gets anywhere, though the scheduler is fair.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/thread_set.h"

namespace heddle {

// A step of a thread from one state to another.
struct StateEdge {
  static constexpr uint32_t kEnd = UINT32_MAX;  // `to`: the run ended with this step
  static constexpr uint16_t kNoValue = UINT16_MAX;
  uint32_t from = 0, to = 0;
  uint16_t value = kNoValue;  // that the thread received in it
  ThreadId thread = 0;
  uint8_t marks = 0;  // Step::Mark
};

struct Lasso {
  std::vector<StateEdge> stem, loop;  // from state 0; from where the stem ends, and back to there
};

// Whether some state can be reached again from itself.
bool has_cycle(uint32_t states, const std::vector<StateEdge>& edges);

// A lasso whose loop is no progress, if there is one. All states can be reached from state 0, and all steps that are possible in a
// state are there.
std::optional<Lasso> find_livelock(uint32_t states, const std::vector<StateEdge>& edges);

}  // namespace heddle
