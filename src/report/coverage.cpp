#include "report/coverage.h"

#include <algorithm>
#include <map>
#include <optional>

#include "report/symbolizer.h"

namespace heddle {
namespace {

// The innermost place in the user's own files; nothing if there is none.
std::optional<SourcePlace> own_place(Symbolizer& symbolizer, uint64_t position) {
  if (const auto constant = symbolizer.constant(position))
    return is_system_file(constant->file) ? std::nullopt : constant;
  for (const SourcePlace& place : symbolizer.frames(position))
    if (place.line != 0 && !is_system_file(place.file)) return place;
  return std::nullopt;
}

}  // namespace

std::vector<CoveredLine> covered_lines(const Coverage& coverage, const std::vector<LoadedModule>& modules) {
  Symbolizer symbolizer(modules);
  std::vector<uint64_t> addresses;
  for (const auto& [position, times] : coverage.times)
    if (!symbolizer.constant(position)) addresses.push_back(position);
  symbolizer.prepare(addresses);
  std::map<uint64_t, uint64_t> histories;
  for (const auto& [position, history] : coverage.histories) ++histories[position];
  std::map<std::pair<std::string, uint32_t>, CoveredLine> lines;
  for (const auto& [position, times] : coverage.times)
    if (const auto place = own_place(symbolizer, position)) {
      CoveredLine& line = lines[{place->file, place->line}];
      line.times += times;
      // The events of a line follow each other: who came to one of them came to the line.
      line.histories = std::max(line.histories, histories[position]);
    }
  std::vector<CoveredLine> covered;
  for (const auto& [where, line] : lines) covered.push_back({where.first, where.second, line.times, line.histories});
  return covered;
}

std::vector<std::string> plain_libraries(const std::vector<LoadedModule>& modules) {
  std::vector<std::string> libraries;
  for (const LoadedModule& module : modules)
    if (!module.instrumented && module.path.find("libheddle_rt") == std::string::npos &&
        module.path.find('/') != std::string::npos)
      libraries.push_back(module.path);
  return libraries;
}

}  // namespace heddle
