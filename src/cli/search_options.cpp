#include "cli/search_options.h"

#include <algorithm>
#include <cstdio>
#include <type_traits>

#include "cli/input_option.h"

namespace heddle {
namespace {

KindSet kinds_of(const CheckOptions& o) { return KindSet::parse(o.kinds).value_or(KindSet()); }
// By name, not among all.
bool asks_for(const CheckOptions& o, FindingKind kind) { return !kinds_of(o).is_all() && kinds_of(o).has(kind); }

}  // namespace

RelevanceOptions relevance_of(const CheckOptions& o) {
  RelevanceOptions relevance = RelevanceOptions::parse(o.relevance).value_or(RelevanceOptions{});
  relevance.arrays = o.array_choices != "off";
  return relevance;
}

bool wants_futures(const CheckOptions& o) { return relevance_of(o).wants_facts(); }

const std::vector<SearchOption>& search_options() {
  using O = CheckOptions;
  using S = WorkerSettings;
  static const std::vector<SearchOption> rows = {
      {"--seed", "Seed of engines that choose at random", &O::seed, [](const O& o, S& s) { s.options.seed = o.seed; }},
      {.name = "--preemptions",
       .help = "icb: the largest number of preemptions to explore",
       .field = &O::preemptions,
       .give = [](const O& o, S& s) { s.options.preemptions = o.preemptions; },
       .shows_default = false},
      {"--depth", "pct: number of ordering constraints of the bug looked for", &O::depth,
       [](const O& o, S& s) { s.options.depth = o.depth; }},
      {"--commute", "Atomic updates whose results nobody uses commute", &O::commute,
       [](const O& o, S& s) { s.options.dependence.commute_rmws = o.commute; }},
      {.name = "--asks",
       .help = "mcr: threads are told what they ask about the values they read (questions), or the values themselves",
       .field = &O::asks,
       .give = [](const O& o, S& s) { s.options.asks = follows_values(o) ? Asks::kQuestions : Asks::kValues; },
       .key = "follows_values",
       .values = {"questions", "values"}},
      {.name = "--dependence",
       .help = "mcr-trace: a question constrains all reads (none), those that can decide what a thread does (s), "
               "or those and all of the thread that is asked about (s+)",
       .field = &O::dependence,
       .give =
           [](const O& o, S& s) {
             s.options.static_dependence = o.dependence == "s"    ? StaticDependence::kS
                                           : o.dependence == "s+" ? StaticDependence::kS_plus
                                                                  : StaticDependence::kNone;
           },
       .values = {"none", "s", "s+"}},
      {.name = "--strategy",
       .help =
           "mpc-trace: what becomes of prefixes that one run's steps cannot lead to: 1 gives them up, 2 extends them",
       .field = &O::strategy,
       .give = [](const O& o, S& s) { s.options.strategy = o.strategy; },
       .least = 1,
       .most = 2},
      {.name = "--check",
       .help =
           "What to prove: all, or kinds of findings separated by commas (assertion,deadlock); memory stands for all memory "
           "errors. Accesses that cannot matter to them are no scheduling points",
       .field = &O::kinds,
       .give =
           [](const O& o, S& s) {
             s.kinds = kinds_of(o);
             const bool races = s.kinds.has(FindingKind::kRace);
             s.options.unnoticed = {!races && !o.no_peek, !races && !o.no_prune && !s.kinds.has(FindingKind::kLeak)};
           },
       .key = "kinds"},
      {.name = "--relevance",
       .help =
           "Which accesses are scheduling choices: all; those to memory that several threads can reach (heap); of these, those "
           "to fields that another thread may still conflict with (fields), to elements of arrays, too (hybrid); those to memory "
           "that runs showed to be shared (seen), or of these hybrid ones (seen+hybrid)",
       .field = &O::relevance,
       .give = [](const O& o, S& s) { s.relevance = relevance_of(o); },
       .key = "relevance",
       .values = {"all", "heap", "fields", "hybrid", "seen", "seen+hybrid"}},
      {.name = "--array-choices",
       .help =
           "off: accesses to elements of arrays are no scheduling choices, as in some other tools. Bugs are missed; never verifies",
       .field = &O::array_choices,
       .give = [](const O&, S&) {},
       .key = "array_choices",
       .values = {"on", "off"}},
      {"--no-peek",
       "dpor, optimal: with --check, try critical sections of one mutex in both orders though they do not meet",
       &O::no_peek, [](const O&, S&) {}},
      {"--no-prune", "dpor, optimal: with --check, try writes in both orders though nobody sees the earlier ones",
       &O::no_prune, [](const O&, S&) {}},
      {.name = "--max-steps",
       .help = "The longest run, in scheduled events",
       .field = &O::max_steps,
       .give = [](const O& o, S& s) { s.max_steps = o.max_steps; },
       .key = "max_steps",
       .least = 1,
       .most = 1 << 20},
      {.name = "--max-loop",
       .help =
           "How many rounds of a loop that inputs bound are followed; then the verdict is inconclusive (0: no limit)",
       .field = &O::max_loop,
       .give = [](const O& o, S& s) { s.options.max_loop = o.max_loop; }},
      {.name = "--race",
       .help = "A data race: report it and search on, stop at it like at any bug, or ignore it",
       .field = &O::race,
       .give =
           [](const O& o, S& s) {
             s.options.predict_races = o.race != "ignore" && (kinds_of(o).has(FindingKind::kRace));
             s.race = o.race == "stop" ? RaceMode::kStop : o.race == "ignore" ? RaceMode::kIgnore : RaceMode::kReport;
           },
       .values = {"report", "stop", "ignore"},
       .same = "stop"},
      {"--leaks", "Report heap blocks that are never freed", &O::leaks,
       [](const O& o, S& s) { s.leaks = s.options.final_states = o.leaks || asks_for(o, FindingKind::kLeak); },
       "leaks"},
      {"--exit-code", "Report an exit code other than 0", &O::exit_codes,
       [](const O& o, S& s) { s.exit_codes = o.exit_codes || asks_for(o, FindingKind::kExitCode); }, "exit_codes"},
      {"--spurious", "Condition variables may wake up by themselves", &O::spurious,
       [](const O& o, S& s) { s.spurious = o.spurious; }, "spurious"},
      {.name = "--input",
       .help =
           "What the program reads is an input: args, args:8,4, stdin:64, file:NAME:64, env:NAME:16, random, clock; "
           "more than one may be given",
       .field = &O::input_sources,
       .give = [](const O& o, S& s) { std::snprintf(s.sources, sizeof s.sources, "%s", o.input_sources.c_str()); },
       .key = "inputs",
       .shows_default = false},
      {.name = "--body",
       .help = "Explore this call of heddle::check of a test program, not main",
       .field = &O::body,
       .give = [](const O& o, S& s) { std::snprintf(s.body, sizeof s.body, "%s", o.body.c_str()); },
       .shows_default = false},
  };
  return rows;
}

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::vector<std::string> search_words(const CheckOptions& o) {
  const CheckOptions usual;
  std::vector<std::string> words;
  for (const SearchOption& row : search_options())
    std::visit(
        [&](auto field) {
          const auto& value = o.*field;
          if (value == usual.*field) return;
          using Value = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<Value, bool>) words.push_back(row.name);
          else if constexpr (!std::is_same_v<Value, std::string>)
            words.insert(words.end(), {row.name, std::to_string(value)});
          else if (value != row.same)
            for (const std::string& each : lines_of(value)) words.push_back(std::string(row.name) + "=" + each);
        },
        row.field);
  if (!o.program_args.empty()) words.push_back("--");
  words.insert(words.end(), o.program_args.begin(), o.program_args.end());
  return words;
}

bool compiled_for_inputs(const CheckOptions& o, const std::vector<std::string>& sources) {
  return follows_values(o) && (!o.input_sources.empty() || mention_inputs(sources));
}

void give_search_options(const CheckOptions& o, WorkerSettings& settings) {
  for (const SearchOption& row : search_options()) row.give(o, settings);
}

std::map<std::string, ScheduleFile::Setting> replayed_settings(const CheckOptions& o) {
  std::map<std::string, ScheduleFile::Setting> settings;
  settings["follows_values"] = follows_values(o);  // it is compiled in another way then, and its frames are others
  if (o.dependence != "none" || o.kinds != "all") settings["facts"] = true;  // likewise
  if (o.relevance != "seen") settings["relevance"] = o.relevance;
  if (o.array_choices != "on") settings["array_choices"] = o.array_choices;
  if (o.kinds != "all") settings["kinds"] = uint64_t{kinds_of(o).bits()};
  for (const SearchOption& row : search_options())
    if (row.key != nullptr)
      std::visit(
          [&](auto field) {
            using Value = std::decay_t<decltype(o.*field)>;
            if constexpr (std::is_same_v<Value, bool>) settings[row.key] = o.*field;
            else if constexpr (!std::is_same_v<Value, std::string>) settings[row.key] = static_cast<uint64_t>(o.*field);
            else if (row.values.empty() && !(o.*field).empty()) settings[row.key] = o.*field;
          },
          row.field);
  return settings;
}

void read_settings(const std::map<std::string, ScheduleFile::Setting>& settings, CheckOptions& o) {
  const auto follows = settings.find("follows_values");
  o.asks = follows != settings.end() && follows->second == ScheduleFile::Setting(true) ? "questions" : "values";
  if (const auto kinds = settings.find("kinds"); kinds != settings.end())
    if (const uint64_t* bits = std::get_if<uint64_t>(&kinds->second)) o.kinds = KindSet::of_bits(*bits).text();
  for (const SearchOption& row : search_options()) {
    const auto found = row.key == nullptr ? settings.end() : settings.find(row.key);
    if (found == settings.end()) continue;
    std::visit(
        [&](auto field, auto value) {
          using Value = std::decay_t<decltype(o.*field)>;
          using Given = decltype(value);
          if constexpr (std::is_same_v<Value, std::string> && std::is_same_v<Given, std::string>) o.*field = value;
          else if constexpr (!std::is_same_v<Value, std::string> && !std::is_same_v<Given, std::string>)
            o.*field = static_cast<Value>(value);
        },
        row.field, found->second);
  }
}

}  // namespace heddle
