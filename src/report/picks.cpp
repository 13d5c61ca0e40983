#include "report/picks.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace heddle {
namespace {

bool read_number(std::string_view text, uint32_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string write_picks(const std::vector<Step>& steps, const std::vector<std::string>& thread_names) {
  std::string text;
  for (size_t i = 0; i < steps.size();) {
    const Step& step = steps[i];
    size_t end = i;
    while (end < steps.size() && steps[end].kind == step.kind && steps[end].pick == step.pick) ++end;
    if (!text.empty()) text += ' ';
    if (step.kind == Step::kThread)
      text += step.pick < thread_names.size() ? thread_names[step.pick] : "?" + std::to_string(step.pick);
    else text += "=" + std::to_string(step.pick);
    if (end - i > 1) text += "*" + std::to_string(end - i);
    i = end;
  }
  return text;
}

std::optional<std::vector<uint16_t>> read_picks(const std::string& text, const std::vector<std::string>& thread_names) {
  std::vector<uint16_t> picks;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    uint32_t repeat = 1, pick = 0;
    if (const size_t star = word.find('*'); star != std::string::npos) {
      if (!read_number(std::string_view(word).substr(star + 1), repeat) || repeat > 1 << 20) return std::nullopt;
      word.resize(star);
    }
    if (word.starts_with('=')) {
      if (!read_number(std::string_view(word).substr(1), pick) || pick > UINT16_MAX) return std::nullopt;
    } else {
      const auto found = std::find(thread_names.begin(), thread_names.end(), word);
      if (found == thread_names.end()) return std::nullopt;
      pick = static_cast<uint32_t>(found - thread_names.begin());
    }
    picks.insert(picks.end(), repeat, static_cast<uint16_t>(pick));
  }
  return picks;
}

}  // namespace heddle
