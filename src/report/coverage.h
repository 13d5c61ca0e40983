// From positions that were executed to lines of the user's own files.
#pragma once
#include <string>
#include <vector>

#include "report/report.h"
#include "trace/coverage.h"
#include "trace/run_record.h"

namespace heddle {

std::vector<CoveredLine> covered_lines(const Coverage& coverage, const std::vector<LoadedModule>& modules);

// The libraries among `modules` that were not instrumented, those of Heddle itself left out.
std::vector<std::string> plain_libraries(const std::vector<LoadedModule>& modules);

}  // namespace heddle
