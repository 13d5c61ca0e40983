#include "cli/configuration.h"

#define TOML_EXCEPTIONS 0
#define TOML_ASSERT(expr) static_assert(true)  // it checks the file, not the code: "[[[a]]" would end the process
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cli/compiler_arguments.h"
#include "outside/effects.h"
#include "trace/finding.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

Error wrong(const std::string& file, const toml::source_region& where, const std::string& what,
            const std::string& hint = "") {
  return Error{file + ":" + std::to_string(where.begin.line) + ": " + what, hint};
}

std::string option_name(std::string_view key) {
  std::string name(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// One line of [check] as words.
Status add_option(const std::string& file, std::string_view key, const toml::node& value, Configuration& out) {
  const std::string name = "--" + option_name(key);
  if (const auto* list = value.as_array(); list != nullptr && key == "compiler") {
    for (const auto& word : *list) {
      if (!word.is_string()) return wrong(file, word.source(), "compiler holds something that is no text", "");
      out.words.push_back(word.as_string()->get());
    }
  } else if (const auto* text = value.as_string()) {
    out.words.push_back(name + "=" + text->get());
  } else if (const auto* number = value.as_integer()) {
    out.words.push_back(name + "=" + std::to_string(number->get()));
  } else if (const auto* flag = value.as_boolean()) {
    if (flag->get()) out.words.push_back(name);
  } else {
    return wrong(file, value.source(), std::string(key) + " must be a text, a whole number, true or false");
  }
  return Ok{};
}

Status add_suppression(const std::string& file, const toml::table& table, Configuration& out) {
  Suppression s;
  for (const auto& [key, value] : table) {
    std::string* field = key == "kind"       ? &s.kind
                         : key == "file"     ? &s.file
                         : key == "function" ? &s.function
                         : key == "reason"   ? &s.reason
                                             : nullptr;
    if (field == nullptr || !value.is_string())
      return wrong(file, value.source(), "a suppression has no " + std::string(key.str()),
                   "It has the texts kind, file, function and reason.");
    *field = value.as_string()->get();
  }
  if (s.reason.find_first_not_of(" \t") == std::string::npos)
    return wrong(file, table.source(), "a suppression without a reason", "Say why it is accepted: reason = \"...\"");
  if (s.kind.empty() && s.file.empty() && s.function.empty())
    return wrong(file, table.source(), "a suppression of everything", "Give it a kind, a file or a function.");
  if (!s.kind.empty() && !finding_kind(s.kind))
    return wrong(file, table.source(), "there is no kind of finding '" + s.kind + "'", "");
  out.suppressions.push_back(std::move(s));
  return Ok{};
}

Status add_outside(const std::string& file, const toml::table& table, Configuration& out) {
  std::string function, effects, reason;
  for (const auto& [key, value] : table) {
    std::string* field = key == "function"  ? &function
                         : key == "effects" ? &effects
                         : key == "reason"  ? &reason
                                            : nullptr;
    if (field == nullptr || !value.is_string())
      return wrong(file, value.source(), "an outside function has no " + std::string(key.str()),
                   "It has the texts function, effects and reason.");
    *field = value.as_string()->get();
  }
  if (function.empty() || function.find_first_of(" \n") != std::string::npos)
    return wrong(file, table.source(), "an outside function needs a name without spaces", "");
  if (reason.find_first_not_of(" \t") == std::string::npos)
    return wrong(file, table.source(), "an outside function without a reason",
                 "Say how it is known what " + function + " does: reason = \"...\"");
  outside::Effects parsed;
  if (const char* problem =
          effects.empty() ? "an outside function needs effects" : outside::parse_effects(effects, &parsed))
    return wrong(file, table.source(), "effects of " + function + ": " + problem,
                 "docs/library-functions.md lists the words.");
  out.outside += function + " : " + effects + "\n";
  return Ok{};
}

// "--config x" or "--config=x" of a command line; nothing if there is none.
std::optional<std::string> chosen_file(const std::vector<std::string>& ours) {
  for (size_t i = 0; i < ours.size(); ++i) {
    if (ours[i] == "--config" && i + 1 < ours.size()) return ours[i + 1];
    if (ours[i].starts_with("--config=")) return ours[i].substr(9);
  }
  return std::nullopt;
}

bool is_source(const std::string& word) {
  const std::string extension = fs::path(word).extension();
  return extension == ".c" || extension == ".i" || extension == ".ii" || extension == ".cc" || extension == ".cpp" ||
         extension == ".cxx" || extension == ".C";
}

}  // namespace

std::string find_configuration(const std::string& directory) {
  std::error_code ignored;
  for (fs::path at = fs::absolute(directory, ignored);; at = at.parent_path()) {
    if (fs::is_regular_file(at / "heddle.toml", ignored)) return at / "heddle.toml";
    if (at == at.parent_path()) return "";
  }
}

Result<Configuration> read_configuration(const std::string& file) {
  const toml::parse_result parsed = toml::parse_file(file);
  if (!parsed) return wrong(file, parsed.error().source(), std::string(parsed.error().description()));
  Configuration out;
  out.file = file;
  for (const auto& [key, value] : parsed.table()) {
    if (key == "check" && value.is_table()) {
      for (const auto& [option, setting] : *value.as_table())
        if (auto ok = add_option(file, option.str(), setting, out); !ok) return ok.error();
    } else if (key == "suppress" && value.is_array_of_tables()) {
      for (const auto& one : *value.as_array())
        if (auto ok = add_suppression(file, *one.as_table(), out); !ok) return ok.error();
    } else if (key == "outside" && value.is_array_of_tables()) {
      for (const auto& one : *value.as_array())
        if (auto ok = add_outside(file, *one.as_table(), out); !ok) return ok.error();
    } else {
      return wrong(file, value.source(), "what is " + std::string(key.str()) + "?",
                   "The file has a table [check] and tables [[suppress]] and [[outside]].");
    }
  }
  return out;
}

std::vector<std::string> options_in_source(const std::string& file) {
  std::vector<std::string> words;
  std::ifstream in(file);
  bool inside = false;  // of a comment that began with /*
  for (std::string line; std::getline(in, line);) {
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty()) continue;
    const bool opens = line.starts_with("/*");
    if (!inside && !opens && !line.starts_with("//")) break;
    inside = (inside || opens) && line.find("*/") == std::string::npos;
    if (const size_t end = line.find("*/"); end != std::string::npos) line.erase(end);
    const size_t text = line.find_first_not_of("/* \t");
    if (text == std::string::npos || line.compare(text, 7, "heddle:") != 0) continue;
    std::istringstream rest(line.substr(text + 7));
    for (std::string word; rest >> word;) words.push_back(word);
  }
  return words;
}

Result<ConfiguredArguments> configure(const std::vector<std::string>& args) {
  ConfiguredArguments out{args, {}};
  if (args.empty() || args[0] != "check") return out;
  const SplitArguments split = split_arguments(args);
  std::error_code ignored;
  const std::string file = chosen_file(split.ours).value_or(find_configuration(fs::current_path(ignored).string()));
  if (!file.empty() && file != "none") {
    auto read = read_configuration(file);
    if (!read) return read.error();
    out.configuration = std::move(*read);
  }
  std::vector<std::string> before = out.configuration.words, program;
  const auto source = std::find_if(split.ours.begin() + 1, split.ours.end(), is_source);
  if (source != split.ours.end()) {
    const auto words = options_in_source(*source);
    const auto end = std::find(words.begin(), words.end(), "--");
    before.insert(before.end(), words.begin(), end);
    if (std::find(args.begin(), args.end(), "--") == args.end()) program.assign(end, words.end());
  }
  out.words.insert(out.words.begin() + 1, before.begin(), before.end());
  out.words.insert(out.words.end(), program.begin(), program.end());
  return out;
}

}  // namespace heddle
