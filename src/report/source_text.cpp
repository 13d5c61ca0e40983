#include "report/source_text.h"

#include <fstream>

#include "report/layout.h"

namespace heddle {
namespace {

std::string trim(const std::string& line) {
  const size_t begin = line.find_first_not_of(" \t"), end = line.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
}

}  // namespace

std::string SourceText::line(const SourcePlace& place, size_t width) {
  if (place.file.empty() || place.line == 0) return {};
  auto [entry, fresh] = files_.try_emplace(place.file);
  if (fresh) {
    std::ifstream in(place.file);
    for (std::string line; std::getline(in, line);) entry->second.push_back(line);
  }
  if (place.line > entry->second.size()) return {};
  const std::string& whole = entry->second[place.line - 1];
  const std::string shown = trim(whole);
  if (columns_of(shown) <= width) return shown;
  const size_t begin = place.column > 0 && place.column <= whole.size() ? place.column - 1 : 0;
  const std::string front = trim(whole.substr(0, begin)).empty() ? "" : "... ";
  return cut_to(front + trim(whole.substr(begin)), width);
}

}  // namespace heddle
