#include "report/layout.h"

#include <algorithm>

namespace heddle {
namespace {

bool starts_character(char c) { return (c & 0xc0) != 0x80; }

// The bytes that the first `width` characters occupy.
size_t bytes_of(const std::string& text, size_t width) {
  size_t at = 0;
  for (size_t characters = 0; at < text.size(); ++at)
    if (starts_character(text[at]) && characters++ == width) break;
  return at;
}

}  // namespace

size_t columns_of(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string pad(const std::string& text, size_t width) {
  const size_t columns = columns_of(text);
  return columns >= width ? text : text + std::string(width - columns, ' ');
}

std::string cut_to(const std::string& text, size_t width) {
  if (columns_of(text) <= width) return text;
  return width <= 3 ? text.substr(0, bytes_of(text, width)) : text.substr(0, bytes_of(text, width - 3)) + "...";
}

std::vector<std::string> wrap(const std::string& text, size_t width) {
  width = std::max<size_t>(width, 1);
  std::vector<std::string> lines;
  std::string rest = text;
  while (columns_of(rest) > width) {
    const size_t limit = bytes_of(rest, width);
    size_t end = rest.rfind(' ', limit);
    const bool at_space = end != std::string::npos && end > 0;
    if (!at_space) end = limit;
    lines.push_back(rest.substr(0, end));
    rest.erase(0, end + at_space);
  }
  lines.push_back(rest);
  return lines;
}

std::vector<size_t> share_width(std::vector<size_t> wanted, size_t total) {
  std::vector<size_t> order(wanted.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return wanted[a] < wanted[b]; });
  size_t left = total, open = order.size();
  for (size_t i : order) {
    wanted[i] = std::min(wanted[i], left / open--);
    left -= wanted[i];
  }
  return wanted;
}

}  // namespace heddle
