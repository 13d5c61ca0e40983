// Which rows of a long interleaving are worth showing: those that other threads care about, the places where one thread
// takes over from another, the decisive step, and what came last.
#pragma once
#include <cstddef>
#include <vector>

#include "report/explain.h"

namespace heddle {

// One flag per row. All true for a short run.
std::vector<bool> rows_to_show(const Explanation& explanation);

}  // namespace heddle
