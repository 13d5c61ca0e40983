#include "report/text_places.h"

#include <cstdlib>

#include "report/text_report.h"
#include "report/symbolizer.h"

namespace heddle {

std::string with_places(const std::string& text, const std::vector<LoadedModule>& modules) {
  if (text.find("{@") == std::string::npos) return text;
  Symbolizer symbolizer(modules);
  std::string told;
  for (size_t at = 0; at < text.size();) {
    const size_t open = text.find("{@", at), close = open == std::string::npos ? open : text.find('}', open);
    told += text.substr(at, open - at);
    if (close == std::string::npos) return told + (open == std::string::npos ? "" : text.substr(open));
    const uint64_t position = std::strtoull(text.c_str() + open + 2, nullptr, 16);
    auto place = symbolizer.constant(position);
    if (!place) {
      symbolizer.prepare({position});
      place = symbolizer.frames(position).front();
    }
    told += place->file.empty() ? "a place that is not known" : format_place(*place, true);
    at = close + 1;
  }
  return told;
}

}  // namespace heddle
