// In how many orders can the events of a run happen?
#pragma once
#include "explore/path.h"

namespace heddle {

// The logarithm of the number of orders of the events of a path that keep its happens-before relation; negative if they are too
// many to be counted.
double log_orderings(const Path& path);

}  // namespace heddle
