// The data races of a recorded run, and the run up to one of them.
#pragma once
#include <vector>

#include "trace/run_record.h"

namespace heddle {

// As findings, each pair of positions once.
std::vector<Finding> races_of(const RunRecord& run);
// Makes the run end with the second access of `race`, and fail there.
void end_with_race(RunRecord& run, const Finding& race);
// Leaves out everything after the first `events` events, as if the run had ended there.
void cut_run(RunRecord& run, size_t events);

}  // namespace heddle
