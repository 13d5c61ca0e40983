#include "report/fold.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr size_t kShort = 30;       // a run with so few rows is shown whole
constexpr size_t kTail = 8;         // rows always kept at the end
constexpr size_t kEnough = 45;      // rows that matter, if there are no more than these, are all kept
constexpr size_t kSwitchRows = 30;  // else rows around switches, the last ones first

}  // namespace

std::vector<bool> rows_to_show(const Explanation& e) {
  const auto& rows = e.rows;
  const size_t n = rows.size();
  std::vector<bool> keep(n, n <= kShort);
  if (n <= kShort) return keep;
  for (size_t i = 0; i < n; ++i) keep[i] = rows[i].matters;
  if (static_cast<size_t>(std::count(keep.begin(), keep.end(), true)) > kEnough) {
    std::fill(keep.begin(), keep.end(), false);
    size_t budget = kSwitchRows;
    for (size_t i = n - 1; i > 0 && budget > 1; --i) {
      if (rows[i].thread_id == rows[i - 1].thread_id) continue;
      for (size_t j : {i - 1, i})
        if (!keep[j]) {
          keep[j] = true;
          --budget;
        }
    }
  }
  for (size_t i = n - kTail; i < n; ++i) keep[i] = true;
  keep[0] = true;
  if (e.decisive) {
    keep[e.decisive->row] = true;
    if (e.decisive->before) keep[*e.decisive->before] = true;
    if (e.decisive->after) keep[*e.decisive->after] = true;
  }
  // A gap of one row costs a line as the row does.
  for (size_t i = 1; i + 1 < n; ++i)
    if (keep[i - 1] && keep[i + 1]) keep[i] = true;
  return keep;
}

}  // namespace heddle
