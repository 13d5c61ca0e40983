#include "cli/input_option.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace heddle {
namespace {

constexpr uint64_t kMostBytes = 4096;

std::optional<uint64_t> number(std::string_view text) {
  uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return n;
}

Status check_size(const std::string& source, const std::string& example, std::string_view size) {
  if (size.empty())
    return Error{"--input " + source + " has no bound on its size, and all inputs of every size cannot be explored",
                 "Say how many bytes at most: --input " + example};
  if (size.starts_with("=")) size.remove_prefix(1);
  const auto n = number(size);
  if (!n || *n == 0)
    return Error{"--input " + source + ": '" + std::string(size) + "' is no number of bytes",
                 "Write --input " + example};
  if (*n > kMostBytes)
    return Error{"--input " + source + ": " + std::to_string(*n) + " bytes are more than can be explored",
                 "At most " + std::to_string(kMostBytes) + " are possible; a few dozen are sensible."};
  return Ok{};
}

// The size behind the last colon.
std::pair<std::string, std::string> split(const std::string& text) {
  const size_t colon = text.rfind(':');
  return colon == std::string::npos ? std::pair(text, std::string())
                                    : std::pair(text.substr(0, colon), text.substr(colon + 1));
}

Status check_arguments(const std::string& sizes) {
  for (size_t begin = 0; begin <= sizes.size();) {
    size_t end = sizes.find(',', begin);
    if (end == std::string::npos) end = sizes.size();
    if (auto ok = check_size("args:" + sizes, "args:8,4", std::string_view(sizes).substr(begin, end - begin)); !ok)
      return ok;
    begin = end + 1;
  }
  return Ok{};
}

}  // namespace

Result<std::string> read_input_source(const std::string& text) {
  if (text == "args" || text == "random" || text == "clock") return text;
  const size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon), rest = colon == std::string::npos ? "" : text.substr(colon + 1);
  Status ok = Ok{};
  if (kind == "args") {
    ok = check_arguments(rest);
  } else if (kind == "stdin") {
    ok = check_size(text, "stdin:64", rest);
  } else if (kind == "file" || kind == "env") {
    const auto [name, size] = split(rest);
    const std::string example = kind + ":" +
                                (rest.empty()   ? "NAME"
                                 : number(size) ? name
                                                : rest) +
                                (kind == "file" ? ":64" : ":16");
    if (name.empty()) return Error{"--input " + text + " names nothing", "Write --input " + example};
    ok = check_size(text, example, number(size) || size.starts_with("=") ? size : "");
    std::error_code ignored;
    if (ok && kind == "file" && !std::filesystem::exists(name, ignored))
      return Error{"--input " + text + ": there is no file " + name,
                   "The program must find one where its contents are inputs; make an empty one if need be."};
  } else {
    return Error{"--input " + text + ": there is no such source of inputs",
                 "Sources are args, args:8,4, stdin:64, file:NAME:64, env:NAME:16, random and clock."};
  }
  if (!ok) return ok.error();
  return text;
}

Status check_input_sources(const std::string& lines) {
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);)
    if (auto source = read_input_source(line); !source) return source.error();
  return Ok{};
}

bool mention_inputs(const std::vector<std::string>& files) {
  for (const auto& path : files) {
    if (std::error_code none; !std::filesystem::is_regular_file(path, none)) continue;
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    for (const char* word :
         {"__VERIFIER_nondet_", "heddle_symbolic", "heddle_input_", "heddle/input.hpp", "heddle::input"})
      if (bytes.find(word) != std::string::npos) return true;
  }
  return false;
}

}  // namespace heddle
