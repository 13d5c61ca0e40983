// Which rows of a long interleaving are worth showing: the beginning, everything near the end, and the places
// where one thread takes over from another.
#pragma once
#include <cstddef>
#include <vector>

#include "report/explain.h"

namespace heddle {

// One flag per row. All true for a short run.
std::vector<bool> rows_to_show(const std::vector<TraceRow>& rows);

}  // namespace heddle
