#include "cli/amounts.h"

#include <cctype>
#include <cmath>
#include <cstdlib>

namespace heddle {
namespace {

// A positive number and the letters after it; nothing if it does not start with a digit.
std::optional<std::pair<double, std::string>> split(const std::string& text) {
  if (text.empty() || !std::isdigit(static_cast<unsigned char>(text[0]))) return std::nullopt;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (!std::isfinite(number) || number <= 0) return std::nullopt;
  return std::pair(number, std::string(end));
}

}  // namespace

std::optional<double> parse_duration(const std::string& text) {
  const auto parts = split(text);
  if (!parts) return std::nullopt;
  const auto& [number, unit] = *parts;
  if (unit == "ms") return number / 1000;
  if (unit.empty() || unit == "s") return number;
  if (unit == "m" || unit == "min") return number * 60;
  if (unit == "h") return number * 3600;
  return std::nullopt;
}

std::optional<uint64_t> parse_size(const std::string& text) {
  const auto parts = split(text);
  if (!parts) return std::nullopt;
  std::string unit = parts->second;
  if (unit.size() > 1 && (unit.back() == 'B' || unit.back() == 'b')) unit.pop_back();
  double factor = 1;
  if (!unit.empty()) {
    const std::string units = "KMGT";
    const size_t power = units.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))));
    if (unit.size() > 1 || (power == std::string::npos && unit != "B")) return std::nullopt;
    if (power != std::string::npos) factor = std::pow(1024.0, static_cast<double>(power) + 1);
  }
  const double bytes = parts->first * factor;
  return bytes < 1 || bytes > 1e18 ? std::nullopt : std::optional(static_cast<uint64_t>(bytes));
}

}  // namespace heddle
