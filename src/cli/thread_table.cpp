#include "cli/thread_table.h"

#include <algorithm>
#include <charconv>

namespace heddle {

std::optional<std::vector<ThreadName>> thread_table(const std::vector<std::string>& names) {
  std::vector<ThreadName> table;
  if (names.empty() || names.size() > kMaxThreads || names[0] != "main") return std::nullopt;
  table.push_back({});
  for (size_t i = 1; i < names.size(); ++i) {
    const size_t dot = names[i].rfind('.');
    if (dot == std::string::npos) return std::nullopt;
    const auto parent = std::find(names.begin(), names.begin() + static_cast<long>(i), names[i].substr(0, dot));
    ThreadName name;
    const char* end = names[i].data() + names[i].size();
    const auto [read, error] = std::from_chars(names[i].data() + dot + 1, end, name.index);
    if (parent == names.begin() + static_cast<long>(i) || error != std::errc() || read != end) return std::nullopt;
    name.parent = static_cast<ThreadId>(parent - names.begin());
    table.push_back(name);
  }
  return table;
}

}  // namespace heddle
