#include "report/fold.h"

namespace heddle {
namespace {

constexpr size_t kShort = 60;      // a run with so few rows is shown whole
constexpr size_t kHead = 4;        // rows always kept at the beginning
constexpr size_t kTail = 24;       // and at the end
constexpr size_t kSwitchRows = 40; // rows around switches, the last ones first

}  // namespace

std::vector<bool> rows_to_show(const std::vector<TraceRow>& rows) {
  const size_t n = rows.size();
  std::vector<bool> keep(n, n <= kShort);
  if (n <= kShort) return keep;
  for (size_t i = 0; i < n; ++i) keep[i] = i < kHead || i + kTail >= n;
  size_t budget = kSwitchRows;
  for (size_t i = n - 1; i > 0 && budget > 1; --i) {
    if (rows[i].thread_id == rows[i - 1].thread_id) continue;
    for (size_t j : {i - 1, i})
      if (!keep[j]) {
        keep[j] = true;
        --budget;
      }
  }
  return keep;
}

}  // namespace heddle
