#include "report/symbolizer.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <optional>
#include <map>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/function_names.h"
#include "report/memory_names.h"
#include "report/symbolizer_process.h"

namespace heddle {
namespace {

constexpr const char* kLibraryPaths[] = {"/include/heddle/check", "src/catch2/", "/include/c++/", "/lib/gcc/",
                                         "/lib/clang/"};

// A line of input: what a call that returns to `address` belongs to.
std::string question(const char* about, const LoadedModule& module, uint64_t address) {
  char line[64];
  std::snprintf(line, sizeof line, "\" 0x%llx\n", static_cast<unsigned long long>(address - 1 - module.bias));
  return about + ('"' + module.path + line);
}

nlohmann::json parse(const std::string& answer) { return nlohmann::json::parse(answer, nullptr, false); }

// As a user would write it: relative below the current directory, without "./".
std::string short_path(const std::string& file) {
  if (file.empty()) return file;
  std::error_code failed;
  const auto path = std::filesystem::path(file).lexically_normal();
  const auto here = std::filesystem::current_path(failed);
  if (failed || path.is_relative()) return path;
  const std::string relative = path.lexically_relative(here);
  return relative.empty() || relative.starts_with("..") ? path.string() : relative;
}

std::vector<SourcePlace> parse_answer(const nlohmann::json& answer) {
  std::vector<SourcePlace> places;
  if (!answer.is_object() || !answer.contains("Symbol")) return places;
  for (const auto& symbol : answer["Symbol"]) {
    SourcePlace place;
    place.function = plain_name(symbol.value("FunctionName", ""));
    place.line = symbol.value("Line", 0u);
    if (place.line > 0) place.file = short_path(symbol.value("FileName", ""));  // else the file is a guess
    place.column = symbol.value("Column", 0u);
    if (!place.function.empty()) places.push_back(std::move(place));
  }
  return places;
}

}  // namespace

bool is_system_file(const std::string& file) {
  if (file.empty() || file.starts_with("/usr/include/") || file.starts_with("/usr/lib/")) return true;
  return std::any_of(std::begin(kLibraryPaths), std::end(kLibraryPaths),
                     [&](const char* part) { return file.find(part) != std::string::npos; });
}

Symbolizer::Symbolizer(std::vector<LoadedModule> modules) : modules_(std::move(modules)) {}

const LoadedModule* Symbolizer::module_of(uint64_t address) const {
  for (const auto& m : modules_)
    if (address >= m.begin && address < m.end) return &m;
  return nullptr;
}

ElfFile* Symbolizer::file_of(const LoadedModule& module) {
  auto [entry, fresh] = files_.try_emplace(module.path);
  if (fresh)
    if (auto file = ElfFile::open(module.path)) entry->second = std::make_unique<ElfFile>(std::move(*file));
  return entry->second.get();
}

void Symbolizer::prepare(const std::vector<uint64_t>& return_addresses) {
  std::vector<uint64_t> unknown;
  for (uint64_t address : return_addresses)
    if (!known_.contains(address)) unknown.push_back(address);
  std::sort(unknown.begin(), unknown.end());
  unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
  ask(unknown);
}

void Symbolizer::ask(const std::vector<uint64_t>& addresses) {
  std::vector<std::string> questions;
  std::vector<uint64_t> asked;
  for (uint64_t address : addresses) {
    const LoadedModule* module = module_of(address);
    if (module == nullptr || !module->instrumented) continue;  // only the user's own code has positions worth the time
    questions.push_back(question("", *module, address));
    asked.push_back(address);
  }
  const std::vector<std::string> answers = SymbolizerProcess::the().ask(questions);
  for (size_t i = 0; i < asked.size(); ++i)
    if (auto places = parse_answer(parse(answers[i])); !places.empty()) known_[asked[i]] = std::move(places);
  for (uint64_t address : addresses)
    if (!known_.contains(address)) known_[address] = by_symbol(address);
}

std::vector<SourcePlace> Symbolizer::by_symbol(uint64_t address) {
  SourcePlace place;
  char text[64];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  place.function = text;
  if (const LoadedModule* module = module_of(address)) {
    const ElfFile* file = file_of(*module);
    if (auto symbol = file ? file->symbol_at(address - 1 - module->bias) : std::nullopt) {
      place.function = plain_name(symbol->name);
    } else {
      std::snprintf(text, sizeof text, "+0x%llx", static_cast<unsigned long long>(address - module->bias));
      place.function = module->path.substr(module->path.rfind('/') + 1) + text;
    }
  }
  return {place};
}

const std::vector<SourcePlace>& Symbolizer::frames(uint64_t return_address) {
  if (!known_.contains(return_address)) ask({return_address});
  return known_[return_address];
}

std::optional<SourcePlace> Symbolizer::constant(uint64_t position) {
  const LoadedModule* module = module_of(position);
  const ElfFile* file = module && module->instrumented ? file_of(*module) : nullptr;
  const uint64_t at = module ? position - module->bias : 0;
  if (file == nullptr || !file->in_section("heddle_pos", at)) return std::nullopt;
  const auto name = file->pointer_at(at), function = file->pointer_at(at + 8), variable = file->pointer_at(at + 16);
  const auto line = file->word_at(at + 24), column = file->word_at(at + 28);
  if (!name || !function || !variable || !line || !column) return std::nullopt;
  constexpr uint32_t kFill = uint32_t{1} << 31;  // HEDDLE_FILL of runtime/abi.h
  return SourcePlace{short_path(file->string_at(*name)),
                     *line,
                     *column & ~kFill,
                     file->string_at(*function),
                     file->string_at(*variable),
                     (*column & kFill) != 0};
}

const std::string& Symbolizer::layout(const LoadedModule& module, const std::string& key) {
  const auto [known, fresh] = layouts_.try_emplace(module.path);
  auto& table = known->second;
  const ElfFile* file = fresh && module.instrumented ? file_of(module) : nullptr;
  if (const auto section = file ? file->section("heddle_var") : std::nullopt)
    for (uint64_t at = section->first; at + 16 <= section->first + section->second; at += 16) {
      const auto whose = file->pointer_at(at), what = file->pointer_at(at + 8);
      if (!whose || !what || *whose == 0) continue;
      const std::string text = file->string_at(*what);
      const auto [entry, first] = table.try_emplace(file->string_at(*whose), text);
      if (!first && entry->second != text) entry->second.clear();
    }
  return table[key];
}

// In the middle of a function the answer would be about the inlined call there alone.
uint64_t Symbolizer::function_of(uint64_t return_address) {
  const auto [entry, fresh] = function_of_.try_emplace(return_address, 0);
  if (!fresh) return entry->second;
  const LoadedModule* module = module_of(return_address);
  const ElfFile* file = module && module->instrumented ? file_of(*module) : nullptr;
  const auto symbol = file ? file->symbol_at(return_address - 1 - module->bias) : std::nullopt;
  return entry->second = symbol ? return_address - 1 - symbol->offset : 0;
}

namespace {

constexpr char kBlockName[] = "heddle.locals";  // HEDDLE_BLOCK_NAME of runtime/abi.h

// Where locals are that share a block of the frame: the block's name lists OFFSET:LINE:NAME of each.
class BlockPlaces {
 public:
  explicit BlockPlaces(const nlohmann::json& frame) {
    for (const auto& local : frame) {
      const std::string name = local.value("Name", "");
      if (!name.starts_with(kBlockName) || !local.contains("FrameOffset")) continue;
      std::istringstream words(name.substr(sizeof kBlockName - 1));
      for (std::string word; words >> word;)
        if (const size_t colon = word.find(':'); colon != std::string::npos)
          places_[word.substr(colon + 1)] = local["FrameOffset"].get<int64_t>() + std::atoll(word.c_str());
    }
  }
  std::optional<int64_t> find(const std::string& name, unsigned line) const {
    const auto at = places_.find(std::to_string(line) + ":" + name);
    return at == places_.end() ? std::nullopt : std::optional(at->second);
  }

 private:
  std::map<std::string, int64_t> places_;
};

}  // namespace

void Symbolizer::prepare_locals(const std::vector<uint64_t>& return_addresses) {
  std::vector<std::string> questions;
  std::vector<uint64_t> asked;
  for (uint64_t address : return_addresses) {
    const uint64_t function = function_of(address);
    if (function == 0 || !locals_.try_emplace(function).second) continue;
    questions.push_back(question("FRAME ", *module_of(function), function + 1));
    asked.push_back(function);
  }
  const std::vector<std::string> answers = SymbolizerProcess::the().ask(questions);
  for (size_t i = 0; i < asked.size(); ++i) {
    const uint64_t address = asked[i];
    const auto answer = parse(answers[i]);
    if (!answer.is_object() || !answer.contains("Frame")) continue;
    const BlockPlaces in_blocks(answer["Frame"]);
    for (const auto& local : answer["Frame"]) {
      const std::string name = local.value("Name", ""), declared = local.value("DeclFile", "");
      const auto offset = local.contains("FrameOffset") ? std::optional(local["FrameOffset"].get<int64_t>())
                                                        : in_blocks.find(name, local.value("DeclLine", 0u));
      if (name.empty() || name == "this" || name.starts_with(kBlockName) || is_system_file(short_path(declared)))
        continue;
      LocalVariable variable{name,
                             offset.value_or(0),
                             std::strtoull(local.value("Size", "").c_str(), nullptr, 16),
                             short_path(declared),
                             local.value("DeclLine", 0u),
                             ""};
      variable.layout = layout(*module_of(address), declared.substr(declared.rfind('/') + 1) + ":" +
                                                        std::to_string(variable.line) + ":" + name);
      if (offset) locals_[address].push_back(std::move(variable));
      else if (!variable.layout.empty()) unplaced_[address].push_back(std::move(variable));
    }
  }
}

const std::vector<LocalVariable>& Symbolizer::locals(uint64_t return_address) {
  return locals_[function_of(return_address)];
}

const std::vector<LocalVariable>& Symbolizer::unplaced(uint64_t return_address) {
  return unplaced_[function_of(return_address)];
}

std::string Symbolizer::variable(uint64_t address, uint32_t length) {
  const LoadedModule* module = module_of(address);
  const ElfFile* file = module ? file_of(*module) : nullptr;
  const auto symbol = file ? file->symbol_at(address - module->bias) : std::nullopt;
  if (!symbol) return {};
  const std::string& parts = layout(*module, symbol->linkage_name);
  const std::string name = last_name(symbol->name);
  if (!parts.empty()) return name + part_of(parts, symbol->offset, length);
  return symbol->offset == 0 ? name : name + "+" + std::to_string(symbol->offset);
}

std::optional<std::pair<const std::string*, uint64_t>> Symbolizer::layout_at(uint64_t address) {
  const LoadedModule* module = module_of(address);
  const ElfFile* file = module ? file_of(*module) : nullptr;
  const auto symbol = file ? file->symbol_at(address - module->bias) : std::nullopt;
  if (!symbol) return std::nullopt;
  return std::pair(&layout(*module, symbol->linkage_name), symbol->offset);
}

std::string Symbolizer::pointee(uint64_t address) {
  const LoadedModule* module = module_of(address);
  const ElfFile* file = module && module->instrumented ? file_of(*module) : nullptr;
  const auto symbol = file ? file->symbol_at(address - module->bias) : std::nullopt;
  return symbol && symbol->offset == 0 ? last_name(symbol->name) : "";
}

}  // namespace heddle
