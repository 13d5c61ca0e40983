// decisive step: the earliest step of a failing run after which every schedule fails.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explain/budget.h"
#include "explore/executor.h"

namespace heddle {

// What becomes of the runs that begin with some picks.
enum class Fate : uint8_t {
  kOpen,     // one of them ends well
  kDoomed,   // all of them fail; every one that differs was made
  kUnknown,  // those that were made fail
};
Fate fate_of(Executor& executor, const std::vector<uint16_t>& picks, Budget& budget);

struct DecisivePick {
  // The picks up to and with this one lead to failure, those before it need not. 0 picks: the program always fails.
  size_t picks = 0;
  bool proven = false;
};
// Nothing if the budget does not suffice for a guess. `picks` is a whole failing run, `step_ends` where its thread
// steps end: how many picks have been made after each.
std::optional<DecisivePick> decisive_pick(Executor& executor, const std::vector<uint16_t>& picks,
                                          const std::vector<size_t>& step_ends, Budget& budget);

}  // namespace heddle
