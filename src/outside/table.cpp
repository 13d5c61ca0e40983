#include "outside/table.h"

#include <algorithm>
#include <iterator>

namespace heddle::outside {
namespace {

constexpr Row kNames[] = {
#include "outside/names.inc"
};
constexpr Row kPatterns[] = {
#include "outside/patterns.inc"
};

}  // namespace

bool fits(std::string_view pattern, std::string_view name) {
  for (;;) {
    const size_t star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == name;
    if (!name.starts_with(pattern.substr(0, star))) return false;
    name.remove_prefix(star);
    pattern.remove_prefix(star + 1);
    if (pattern.empty()) return true;
    const size_t next = pattern.find('*');
    const std::string_view piece = pattern.substr(0, next);
    if (next == std::string_view::npos) return name.ends_with(piece);
    const size_t at = name.find(piece);
    if (at == std::string_view::npos) return false;
    name.remove_prefix(at);
  }
}

const Row* find_row(std::string_view symbol) {
  const Row* row = std::lower_bound(std::begin(kNames), std::end(kNames), symbol,
                                    [](const Row& r, std::string_view name) { return r.name < name; });
  if (row != std::end(kNames) && row->name == symbol) return row;
  for (const Row& pattern : kPatterns)
    if (fits(pattern.name, symbol)) return &pattern;
  return nullptr;
}

void for_each_row(void (*visit)(const Row&)) {
  for (const Row& row : kNames) visit(row);
  for (const Row& row : kPatterns) visit(row);
}

std::vector<Row> all_rows() {
  std::vector<Row> rows(std::begin(kNames), std::end(kNames));
  rows.insert(rows.end(), std::begin(kPatterns), std::end(kPatterns));
  return rows;
}

bool is_pattern(const Row& row) { return row.name.find('*') != std::string_view::npos; }

}  // namespace heddle::outside
