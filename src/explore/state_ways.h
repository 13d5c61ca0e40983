// StateWays: for each state a way to it from state 0, the shortest that was met so far in the order in which edges came. 12 bytes a state.
//
// A way goes from state to state by the edge that each was reached by. A state takes another edge only if that comes from a state that
// is nearer, and states only come nearer, so no way goes in a circle.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "explore/lasso.h"

namespace heddle {

class StateWays {
 public:
  void note(const StateEdge& e) {
    if (e.to == StateEdge::kEnd || e.to == 0) return;
    const size_t needed = std::max(e.from, e.to) + size_t{1};
    if (needed > by_.size()) by_.resize(needed);
    const uint32_t steps = by_[e.from].steps + 1;
    if (by_[e.to].steps == 0 || steps < by_[e.to].steps) by_[e.to] = {e.from, steps, e.value, e.thread};
  }

  // Adds what the schedule has to say on the way to the state.
  void put(uint32_t state, std::vector<uint16_t>& prefix) const {
    const size_t before = prefix.size();
    for (; state != 0; state = by_[state].from) {
      if (by_[state].value != StateEdge::kNoValue) prefix.push_back(by_[state].value);
      prefix.push_back(by_[state].thread);
    }
    std::reverse(prefix.begin() + static_cast<std::ptrdiff_t>(before), prefix.end());
  }

 private:
  struct By {
    uint32_t from = 0, steps = 0;  // no more steps than this; 0: not reached
    uint16_t value = StateEdge::kNoValue;
    ThreadId thread = 0;
  };
  std::vector<By> by_;
};

}  // namespace heddle
