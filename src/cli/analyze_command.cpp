// heddle analyze: what static analysis knows about a program, for people.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "cli/commands.h"
#include "cli/outcome.h"
#include "cli/program.h"
#include "facts/elf_section.h"
#include "facts/program.h"
#include "report/elf_file.h"
#include "report/slice_page.h"
#include "system/whole_file.h"

namespace heddle {
namespace {

using facts::SiteId;
using facts::SiteKind;

struct Place {
  std::string file;
  uint32_t line = 0;
  auto operator<=>(const Place&) const = default;
};

// The __heddle_pos (runtime/abi.h) at an address: three pointers, then line and column.
Place place_at(const ElfFile& file, uint64_t position) {
  const auto name = file.pointer_at(position);
  const auto line = file.word_at(position + 24);
  if (!name || !line) return {};
  return {file.string_at(*name), *line};
}

// The variable that is accessed there; empty if that is not known.
std::string variable_at(const ElfFile& file, uint64_t position) {
  const auto name = file.pointer_at(position + 16);
  return name ? file.string_at(*name) : "";
}

const char* word_for(SiteKind kind) {
  switch (kind) {
    case SiteKind::kRead: return "read";
    case SiteKind::kWrite: return "write";
    case SiteKind::kUpdate: return "update";
    case SiteKind::kCall: return "call";
    case SiteKind::kBranch: return "branch";
    case SiteKind::kAbort: return "abort";
    case SiteKind::kDivision: return "division";
  }
  return "";
}

// The parts of a site that are in a slice.
bool is_in(const facts::Site& s, const std::vector<bool>& mask) {
  for (facts::NodeId n : {s.value, s.result})
    if (n != facts::kNoNode && mask[n]) return true;
  return false;
}

class Analysis {
 public:
  Analysis(const facts::Program& program, const ElfFile& file) : program_(program) {
    for (const facts::Site& s : program.sites()) {
      places_.push_back(place_at(file, s.position));
      variables_.push_back(variable_at(file, s.position));
    }
  }

  // "bank.c:12", where the file may be the end of a path.
  std::vector<SiteId> sites_at(const std::string& where) const {
    const size_t colon = where.rfind(':');
    if (colon == std::string::npos) return {};
    const std::string file = where.substr(0, colon);
    const uint32_t line = static_cast<uint32_t>(std::strtoul(where.c_str() + colon + 1, nullptr, 10));
    std::vector<SiteId> found;
    for (SiteId s = 0; s < places_.size(); ++s)
      if (places_[s].line == line && places_[s].file.ends_with(file)) found.push_back(s);
    return found;
  }

  // The lines that matter to `sites`, with what is there. What the standard library does on the way is left out.
  void print_slice(const std::vector<SiteId>& sites) const {
    std::vector<facts::NodeId> from;
    std::map<Place, std::set<std::string>> lines;
    for (SiteId s : sites) {
      const auto nodes = program_.nodes_of(s);
      from.insert(from.end(), nodes.begin(), nodes.end());
      lines[places_[s]].insert(word_for(program_.sites()[s].kind));
    }
    const std::vector<bool> mask = program_.slice(from, {});
    for (SiteId s = 0; s < places_.size(); ++s)
      if (is_shown(places_[s]) && is_in(program_.sites()[s], mask))
        lines[places_[s]].insert(word_for(program_.sites()[s].kind));
    for (const auto& [place, kinds] : lines) {
      std::string words;
      for (const std::string& kind : kinds) words += (words.empty() ? "" : ", ") + kind;
      std::printf("%s:%u: %s\n    %s\n", place.file.c_str(), place.line, words.c_str(), text_of(place).c_str());
    }
  }

  // Sites as boxes; an arrow from a read to what depends on it.
  std::string dot() const {
    std::string out = "digraph dependence {\n  node [shape=box];\n";
    for (SiteId s = 0; s < places_.size(); ++s) {
      const facts::Site& site = program_.sites()[s];
      if (site.kind == SiteKind::kBranch || site.kind == SiteKind::kCall) continue;
      out += "  s" + std::to_string(s) + " [label=\"" + word_for(site.kind) + " " + variables_[s] +
             (variables_[s].empty() ? "" : " ") + places_[s].file + ":" + std::to_string(places_[s].line) + "\"];\n";
      const std::vector<bool> mask = program_.slice(program_.nodes_of(s), {});
      for (SiteId on = 0; on < places_.size(); ++on) {
        const facts::Site& read = program_.sites()[on];
        const bool reads = read.kind == SiteKind::kRead || read.kind == SiteKind::kUpdate;
        if (on != s && reads && read.result != facts::kNoNode && mask[read.result])
          out += "  s" + std::to_string(on) + " -> s" + std::to_string(s) + ";\n";
      }
    }
    return out + "}\n";
  }

  // All sources, and a slice for each line of them; `chosen` are sites of the line that is shown at first.
  SlicePage page(const std::vector<SiteId>& chosen) const {
    SlicePage page;
    std::map<std::string, uint32_t> files;
    std::map<SlicePage::Line, std::vector<SiteId>> lines;
    const auto line_of = [&](SiteId s) {
      const auto [at, is_new] = files.try_emplace(places_[s].file, static_cast<uint32_t>(page.files.size()));
      if (is_new) page.files.push_back({places_[s].file, lines_of(places_[s].file)});
      return SlicePage::Line{at->second, places_[s].line};
    };
    for (SiteId s = 0; s < places_.size(); ++s)
      if (is_shown(places_[s])) lines[line_of(s)].push_back(s);
    for (const auto& [line, sites] : lines) {
      if (page.depends.size() == kMostSlices) break;
      std::vector<facts::NodeId> from;
      for (SiteId s : sites)
        for (facts::NodeId n : program_.nodes_of(s)) from.push_back(n);
      const std::vector<bool> mask = program_.slice(from, {});
      std::set<SlicePage::Line> on{line};
      for (const auto& [other, its_sites] : lines)
        for (SiteId s : its_sites)
          if (is_in(program_.sites()[s], mask)) on.insert(other);
      page.depends[line].assign(on.begin(), on.end());
    }
    page.sizes = std::to_string(program_.functions()) + " functions, " + std::to_string(program_.nodes()) + " nodes, " +
                 std::to_string(program_.edges()) + " edges.";
    if (page.depends.size() < lines.size())
      page.sizes += " Of " + std::to_string(lines.size()) + " lines, the first " + std::to_string(page.depends.size()) +
                    " can be chosen.";
    if (!chosen.empty() && is_shown(places_[chosen.front()])) page.chosen = line_of(chosen.front());
    return page;
  }

 private:
  static constexpr size_t kMostSlices = 3000;  // on a page: each is as long as what it depends on

  static bool is_shown(const Place& place) { return place.line != 0 && !is_of_library(place); }

  static std::vector<std::string> lines_of(const std::string& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string text; std::getline(in, text);) lines.push_back(text);
    return lines;
  }

  static bool is_of_library(const Place& place) { return place.file.find("/include/c++/") != std::string::npos; }

  static std::string text_of(const Place& place) {
    std::ifstream in(place.file);
    std::string text;
    for (uint32_t i = 0; i < place.line && std::getline(in, text); ++i) {
    }
    const size_t start = text.find_first_not_of(" \t");
    return in && start != std::string::npos ? text.substr(start) : "";
  }

  const facts::Program& program_;
  std::vector<Place> places_;           // per site
  std::vector<std::string> variables_;  // per site
};

void print_sizes(const facts::Program& program, size_t bytes, double seconds) {
  std::map<SiteKind, size_t> count;
  for (const facts::Site& s : program.sites()) ++count[s.kind];
  std::printf("heddle: facts about %zu functions in %zu bytes: %zu nodes, %zu edges, joined in %.3f s\n",
              program.functions(), bytes, program.nodes(), program.edges(), seconds);
  for (const auto& [kind, n] : count) std::printf("  %zu of kind %s\n", n, word_for(kind));
  const std::vector<bool> decides = program.deciding({});
  size_t reads = 0, deciding = 0;
  for (SiteId s = 0; s < program.sites().size(); ++s) {
    const SiteKind kind = program.sites()[s].kind;
    if (kind != SiteKind::kRead && kind != SiteKind::kUpdate) continue;
    ++reads;
    deciding += decides[s];
  }
  std::printf("  of %zu reads, %zu can decide what a thread does next\n", reads, deciding);
}

}  // namespace

int analyze_command(const AnalyzeOptions& options) {
  const auto fail = [](const Error& error) {
    print_error(error);
    return kExitWrongUse;
  };
  std::string compiler_output;
  setenv("HEDDLE_FACTS", "1", 1);  // the pass reads it
  auto prepared = prepare_program(options.inputs, options.compiler_options, {}, compiler_output);
  unsetenv("HEDDLE_FACTS");
  if (!compiler_output.empty()) std::fputs(compiler_output.c_str(), stderr);
  if (!prepared) return fail(prepared.error());
  const auto file = ElfFile::open(prepared->program.path);
  if (!file) return fail(file.error());
  const auto begin = std::chrono::steady_clock::now();
  const auto section = facts::section_of_file(prepared->program.path);
  if (!section)
    return fail(
        {options.inputs.front() + " has no facts", "Set HEDDLE_FACTS=1 when building with heddle-cc or heddle-c++."});
  const facts::Program program({*section});
  if (!program.usable()) return fail({"the facts of " + options.inputs.front() + " cannot be read", "Build it again."});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const Analysis analysis(program, *file);
  for (const std::string& where : options.slices) {
    const auto sites = analysis.sites_at(where);
    if (sites.empty())
      return fail(
          {"nothing is known about " + where, "Name a line with an access, a call or a branch: --slice file.c:12"});
    analysis.print_slice(sites);
  }
  if (!options.dot.empty())
    if (auto written = write_whole_file(options.dot, analysis.dot()); !written) return fail(written.error());
  if (!options.page.empty()) {
    const auto chosen = options.slices.empty() ? std::vector<SiteId>() : analysis.sites_at(options.slices.front());
    if (auto written = write_whole_file(options.page, slice_page(analysis.page(chosen))); !written)
      return fail(written.error());
  }
  if (options.slices.empty()) print_sizes(program, section->bytes.size(), seconds.count());
  return 0;
}

}  // namespace heddle
