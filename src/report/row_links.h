// How the rows of an interleaving hang together: where one thread takes over from another, which row sees the effect
// of which, and which rows no other thread cares about.
#pragma once
#include <vector>

#include "report/explain.h"
#include "trace/run_record.h"

namespace heddle {

// Fills in takes_over, preempts, sees and matters of `rows`, which belong to `run`.
void link_rows(const RunRecord& run, std::vector<TraceRow>& rows);

}  // namespace heddle
