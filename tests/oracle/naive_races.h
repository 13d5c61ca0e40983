// The data races of one execution, by definition: all edges of happens-before are drawn, then followed. Shares no code
// with the detector it judges, and no cleverness.
#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "trace/event.h"

namespace heddle::oracle {

// Names of the pairs of positions that race.
std::set<uint64_t> naive_races(const std::vector<Event>& events);
// The name of a pair of positions, in either order.
uint64_t race_name(uint64_t a, uint64_t b);

}  // namespace heddle::oracle
