#include "report/coverage.h"

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
  for (const auto& [position, times] : coverage)
    if (!symbolizer.constant(position)) addresses.push_back(position);
  symbolizer.prepare(addresses);
  std::map<std::pair<std::string, uint32_t>, uint64_t> lines;
  for (const auto& [position, times] : coverage)
    if (const auto place = own_place(symbolizer, position)) lines[{place->file, place->line}] += times;
  std::vector<CoveredLine> covered;
  for (const auto& [line, times] : lines) covered.push_back({line.first, line.second, times});
  return covered;
}

std::vector<std::string> plain_libraries(const std::vector<LoadedModule>& modules) {
  std::vector<std::string> libraries;
  for (const LoadedModule& module : modules)
    if (!module.instrumented && module.path.find("libheddle_rt") == std::string::npos && module.path.find('/') != std::string::npos)
      libraries.push_back(module.path);
  return libraries;
}

}  // namespace heddle
