// Suppressions: findings that people know of and accept, each with a reason. A suppressed finding is listed, does not
// count, and does not end the search.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "report/explain.h"
#include "trace/run_record.h"

namespace heddle {

// An empty field fits everything. `file` and `function` are patterns with * and ?; a file also fits by its last parts:
// "queue.h" is "src/queue.h".
struct Suppression {
  std::string kind, file, function;
  std::string reason;
};

// The first that fits the finding, or null. Only its kind and place count: a search tells findings apart by these, so
// others of the same kind at the same place are accepted with it.
const Suppression* find_suppression(const std::vector<Suppression>& all, const Explanation& finding);

// Whether the place of a finding follows from its position alone. If not, it lies in a library, the place is that of
// its caller, and the same finding with another caller would not have been told apart from it.
bool place_is_exact(const Finding& finding, const RunRecord& run);

}  // namespace heddle
