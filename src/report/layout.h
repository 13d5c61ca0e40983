// Text in columns of a terminal: how wide a string is, filling, cutting, wrapping. Characters are UTF-8, one column each.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace heddle {

size_t columns_of(const std::string& text);
std::string pad(const std::string& text, size_t width);
// At most `width` columns, "..." for the rest.
std::string cut_to(const std::string& text, size_t width);
// Broken at spaces; a word that is too long is broken where it must be. Never empty.
std::vector<std::string> wrap(const std::string& text, size_t width);

// Shares `total` columns among texts that would like `wanted` each: who wants little gets it, the others share the rest.
std::vector<size_t> share_width(std::vector<size_t> wanted, size_t total);

}  // namespace heddle
