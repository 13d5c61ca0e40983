#include "cli/suppressions.h"

#include <fnmatch.h>

#include <algorithm>

#include "report/symbolizer.h"

namespace heddle {
namespace {

bool fits(const std::string& pattern, const std::string& text) {
  return pattern.empty() || fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

bool file_fits(const std::string& pattern, const std::string& file) {
  if (fits(pattern, file)) return true;
  for (size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1))
    if (fits(pattern, file.substr(slash + 1))) return true;
  return false;
}

}  // namespace

const Suppression* find_suppression(const std::vector<Suppression>& all, const Explanation& finding) {
  for (const auto& s : all)
    if (fits(s.kind, name(finding.kind)) && file_fits(s.file, finding.place.file) &&
        fits(s.function, finding.place.function))
      return &s;
  return nullptr;
}

bool place_is_exact(const Finding& finding, const RunRecord& run) {
  if (finding.position == 0) return false;
  Symbolizer symbolizer(run.modules);
  if (const auto constant = symbolizer.constant(finding.position)) return !is_system_file(constant->file);
  symbolizer.prepare({finding.position});
  const auto& frames = symbolizer.frames(finding.position);
  return std::any_of(frames.begin(), frames.end(), [](const SourcePlace& p) { return !is_system_file(p.file); });
}

}  // namespace heddle
