// shorten: from a failing run to the shortest one that fails in the same way.
//
//   Budget budget(1000);
//   ShortRun best = shorten(executor, picks, same_failure, budget);
//
// Short means: fewest preemptions, then fewest switches of any kind, then fewest events.
#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "explain/budget.h"
#include "explore/executor.h"

namespace heddle {

struct RunCost {
  uint32_t preemptions = 0;  // switches away from a thread that could have gone on
  uint32_t switches = 0;     // all switches
  uint32_t events = 0;
  friend auto operator<=>(const RunCost&, const RunCost&) = default;
};
RunCost cost_of(const Trace& trace);

// Whether a finding is the one to be explained.
using SameFailure = std::function<bool(const Finding&)>;

struct ShortRun {
  std::vector<uint16_t> picks;
  RunCost cost;
  bool fewest_preemptions = false;  // every run with fewer was made, and none fails so
  bool shortest = false;            // every run with as many was made too: nothing is shorter
};

// Nothing if the run of `picks` does not fail so.
std::optional<ShortRun> shorten(Executor& executor, const std::vector<uint16_t>& picks, const SameFailure& same,
                                Budget& budget);

}  // namespace heddle
