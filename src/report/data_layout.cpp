#include "report/data_layout.h"

#include <charconv>

namespace heddle {
namespace {

uint64_t take_number(std::string_view& text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// Takes one layout from the front of `text`.
std::string_view take_layout(std::string_view& text) {
  int depth = 0;
  size_t length = 0;
  for (; length < text.size(); ++length) {
    const char c = text[length];
    if (depth == 0 && (c == ';' || c == ']' || c == '}')) break;
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
  }
  const std::string_view layout = text.substr(0, length);
  text.remove_prefix(length);
  return layout;
}

}  // namespace

std::string name_within(std::string_view layout, uint64_t offset) {
  std::string name;
  while (!layout.empty()) {
    if (take(layout, '[')) {
      const uint64_t count = take_number(layout);
      if (!take(layout, '*')) break;
      const uint64_t size = take_number(layout);
      if (size == 0 || offset / size >= count || !take(layout, ':')) break;
      name += "[" + std::to_string(offset / size) + "]";
      offset %= size;
      layout = take_layout(layout);
      continue;
    }
    if (!take(layout, '{')) break;
    std::string_view inner;
    bool found = false;
    while (!found && !layout.empty() && layout.front() != '}') {
      const uint64_t begin = take_number(layout);
      if (!take(layout, '+')) break;
      const uint64_t size = take_number(layout);
      const size_t colon = layout.find(':');
      if (!take(layout, ' ') || colon == std::string_view::npos) break;
      const std::string_view member = layout.substr(0, colon - 1);
      layout.remove_prefix(colon);
      inner = take_layout(layout);
      take(layout, ';');
      found = offset >= begin && offset - begin < size;
      if (!found) continue;
      offset -= begin;
      if (!member.empty()) name += "." + std::string(member);
    }
    if (!found) break;
    layout = inner;
  }
  return offset == 0 ? name : name + "+" + std::to_string(offset);
}

}  // namespace heddle
