// The table of functions outside of the program, made from functions.txt.
#pragma once
#include <string_view>
#include <vector>

namespace heddle::outside {

struct Row {
  std::string_view name;     // a symbol; a pattern if it holds a *
  std::string_view effects;  // see effects.h
};

// The row of a symbol, by its name or by the first pattern that fits; null if there is none.
const Row* find_row(std::string_view symbol);
// All of them, of both kinds.
void for_each_row(void (*visit)(const Row&));
// Likewise, for tests.
std::vector<Row> all_rows();
bool is_pattern(const Row& row);
// Does `name` fit a pattern in which * stands for any text?
bool fits(std::string_view pattern, std::string_view name);

}  // namespace heddle::outside
