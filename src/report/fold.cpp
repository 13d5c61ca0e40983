#include "report/fold.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr size_t kShort = 30;       // a run with so few rows is shown whole
constexpr size_t kTail = 8;         // rows always kept at the end
constexpr size_t kEnough = 45;      // rows that matter, if there are no more than these, are all kept
constexpr size_t kSwitchRows = 30;  // else rows around switches, the last ones first
constexpr size_t kManyInLine = 6;   // rows of one thread in one line, one after the other

// Rows that the words below the table speak of.
std::vector<bool> rows_spoken_of(const Explanation& e) {
  std::vector<bool> spoken(e.rows.size(), false);
  auto speak_of = [&](const std::optional<size_t>& row) {
    if (row) spoken[*row] = true;
  };
  if (e.decisive) {
    speak_of(e.decisive->row);
    speak_of(e.decisive->before);
    speak_of(e.decisive->after);
  }
  if (e.unordered) {
    speak_of(e.unordered->first);
    speak_of(e.unordered->second);
  }
  return spoken;
}

std::vector<bool> rows_that_matter(const Explanation& e) {
  const auto& rows = e.rows;
  const size_t n = rows.size();
  std::vector<bool> keep(n, true);
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
  return keep;
}

// Of many steps in one line, mostly the insides of a library, the first and the last say enough.
void fold_lines(const Explanation& e, std::vector<bool>& keep) {
  const auto& rows = e.rows;
  for (size_t begin = 0, end; begin < rows.size(); begin = end) {
    for (end = begin + 1; end < rows.size() && rows[end].thread_id == rows[begin].thread_id &&
                          rows[end].place.line == rows[begin].place.line &&
                          rows[end].place.file == rows[begin].place.file;)
      ++end;
    if (rows[begin].place.line != 0 && end - begin >= kManyInLine)
      std::fill(keep.begin() + static_cast<long>(begin) + 1, keep.begin() + static_cast<long>(end) - 1, false);
  }
}

}  // namespace

std::vector<bool> rows_to_show(const Explanation& e) {
  std::vector<bool> keep = rows_that_matter(e);
  fold_lines(e, keep);
  const std::vector<bool> spoken = rows_spoken_of(e);
  for (size_t i = 0; i < keep.size(); ++i) keep[i] = keep[i] || spoken[i];
  // A gap of one row costs a line as the row does.
  for (size_t i = 1; i + 1 < keep.size(); ++i)
    if (keep[i - 1] && keep[i + 1]) keep[i] = true;
  return keep;
}

}  // namespace heddle
