#include "cli/options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <type_traits>
#include <variant>

#include "cli/amounts.h"
#include "cli/compiler_arguments.h"
#include "cli/input_option.h"
#include "cli/man_page.h"
#include "cli/search_options.h"
#include "cli/version.h"
#include "explore/engine.h"
#include "trace/kind_set.h"

namespace heddle {
namespace {

void describe_limits(CLI::App& app, double& time, uint64_t& memory, const char* about_memory) {
  app.add_option_function<std::string>(
      "--time-limit",
      [&](const std::string& text) {
        const auto seconds = parse_duration(text);
        if (!seconds) throw CLI::ValidationError("--time-limit", "'" + text + "' is no time; write 10s, 500ms or 2m");
        time = *seconds;
      },
      "Stop after this time: 10s, 500ms, 2m");
  app.add_option_function<std::string>(
      "--memory-limit",
      [&](const std::string& text) {
        const auto bytes = parse_size(text);
        if (!bytes) throw CLI::ValidationError("--memory-limit", "'" + text + "' is no size; write 512M or 2G");
        memory = *bytes;
      },
      about_memory);
}

void describe_inputs(CLI::App& app, const char* help, CheckOptions& o) {
  app.add_option_function<std::vector<std::string>>(
         "--input",
         [&](const std::vector<std::string>& sources) {
           for (const auto& text : sources) {
             const auto source = read_input_source(text);
             if (!source) throw CLI::ValidationError(source.error().message + "\n" + source.error().hint);
             o.input_sources += (o.input_sources.empty() ? "" : "\n") + *source;
           }
         },
         help)
      ->expected(1)
      ->allow_extra_args(false)  // what comes next is a source of the program
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void describe(CLI::App& app, const SearchOption& row, CheckOptions& o) {
  if (std::string_view(row.name) == "--input") return describe_inputs(app, row.help, o);
  std::visit(
      [&](auto field) {
        using Value = std::decay_t<decltype(o.*field)>;
        CLI::Option* option;
        if constexpr (std::is_same_v<Value, bool>) {
          option = app.add_flag(row.name, o.*field, row.help);
        } else {
          option = app.add_option(row.name, o.*field, row.help);
          if (row.shows_default) option->capture_default_str();
        }
        if (!row.values.empty()) option->check(CLI::IsMember(row.values));
        if (row.most != 0) option->check(CLI::Range(row.least, row.most));
      },
      row.field);
}

void describe_check(CLI::App& app, CheckOptions& o) {
  // heddle.toml and the source's comment come first on the command line; what the user says comes last.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.add_option("SOURCE", o.inputs,
                 "C or C++ files (.c .cc .cpp .cxx .ll .bc), or one executable built with heddle-c++")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--config", o.config, "The heddle.toml to read, or none (default: the nearest one here or above)");
  app.add_option("--engine", o.engine, std::string("How to search: ") + engine_names())->capture_default_str();
  for (const SearchOption& row : search_options()) describe(app, row, o);
  app.add_option("--max-executions", o.max_executions, "Stop after so many executions");
  describe_limits(app, o.time_limit, o.memory_limit, "Stop when workers use more: 512M, 2G");
  app.add_flag("--estimate", o.estimate,
               "Only say how many executions are to be expected, and how long they would take");
  app.add_flag("--keep-going", o.keep_going, "Explore everything though a bug was found");
  app.add_option("-j,--jobs", o.jobs, "Number of worker processes")->capture_default_str()->check(CLI::Range(1, 256));
  app.add_option(
         "--solver", o.solver,
         "Who answers questions about inputs: z3, cvc5 or both; with mcr-trace, about a trace: native, z3, cvc5 or both")
      ->capture_default_str()
      ->check(CLI::IsMember({"native", "z3", "cvc5", "both"}));
  app.add_option("--executor", o.executor, "Where the engine lives: inline (with the program) or remote (here)")
      ->capture_default_str()
      ->check(CLI::IsMember({"inline", "remote"}));
  app.add_flag("--quiet", o.quiet, "Only the summary");
  app.add_flag("--full-trace", o.full_trace, "Show every step of a failing run");
  app.add_flag("!--no-shorten", o.shorten, "Report failing runs as they were found, without looking for the shortest");
  app.add_option("--json", o.json, "Write a JSON report into this file (- for standard output)");
  app.add_option("--report", o.report, "Write an HTML report into this directory: DIR/index.html");
  app.add_option("--sarif", o.sarif, "Write a SARIF 2.1.0 report into this file");
  app.add_option("--junit", o.junit, "Write a JUnit XML report into this file");
  app.add_option("--output-dir", o.output_dir, "Where to write .heddle files")->capture_default_str();
  app.add_option("--checkpoint", o.checkpoint,
                 "Write the open work into this file, now and then and when the search stops early");
  app.add_option_function<std::string>(
      "--checkpoint-every",
      [&](const std::string& text) {
        const auto seconds = parse_duration(text);
        if (!seconds)
          throw CLI::ValidationError("--checkpoint-every", "'" + text + "' is no time; write 10s, 500ms or 2m");
        o.checkpoint_every = *seconds;
      },
      "How often: 10s, 500ms, 2m (default: 30s)");
  app.add_option("--certificate", o.certificate, "mcr: write what proves a verified verdict into this file");
  app.add_option(
      "--tests", o.tests,
      "mcr: write a test for each local path, input and schedule, as .heddle files into this directory; gtest: as a "
      "source for GoogleTest");
  app.add_flag("--count-paths", o.count_paths,
               "mcr: also say how many combinations of the threads' local paths there are, without running them");
  app.add_option("--resume", o.resume, "Go on from a checkpoint");
  app.add_option("--ignore", o.ignore, "List of functions to leave uninstrumented: lines fun:GLOB or src:GLOB")
      ->check(CLI::ExistingFile);
  app.add_option("--judgements", o.judgements,
                 "off: instrument everything, also what seems to make no difference; slow")
      ->capture_default_str()
      ->check(CLI::IsMember({"on", "off"}));
  app.footer(
      "Options of the compiler (-I -D -std= -O -f... -W... -l -L and others) are passed on.\n"
      "Arguments of the program follow after --.");
}

void describe_replay(CLI::App& app, ReplayOptions& o) {
  app.add_option("FILE", o.file, "The .heddle file that heddle check wrote")->required();
  app.add_option("--body", o.body, "Only if the file is of this call of heddle::check");
  app.add_option("--debug-files", o.debug_files, "Do not run it: write what a debugger needs into this directory");
  app.add_flag("--gdb", o.gdb, "Run it in gdb and stop at the failure; options of gdb follow after --");
  app.add_flag("--full-trace", o.full_trace, "Show every step");
  app.add_flag("--quiet", o.quiet, "Only the summary");
  app.add_option("--json", o.json, "Write a JSON report into this file (- for standard output)");
  app.add_option("--report", o.report, "Write an HTML report into this directory: DIR/index.html");
}

void describe_explain(CLI::App& app, ExplainOptions& o) {
  app.add_option("KIND", o.kind, "A kind of finding, such as deadlock; all are listed without it");
  app.add_flag("--example", o.example, "Print only the example program");
}

void describe_verify(CLI::App& app, VerifyOptions& o) {
  app.add_option("FILE", o.file, "The file that heddle check --certificate wrote")->required();
  app.add_option("SOURCE", o.inputs,
                 "The program it is about: its sources, or an executable; it is run, and must do nothing else");
  app.add_option("--runs", o.runs, "How many runs of the program, under random schedules")->capture_default_str();
  app.add_option("--seed", o.seed, "Seed of these schedules")->capture_default_str();
  app.add_option("--solver", o.solver,
                 "Who answers questions about inputs: z3 or cvc5 (default: the one that the check did not ask)")
      ->check(CLI::IsMember({"z3", "cvc5"}));
  describe_limits(app, o.time_limit, o.memory_limit, "Stop when the states take more: 512M, 2G");
  app.add_flag("--quiet", o.quiet, "Only the result");
  app.footer(
      "Options of the compiler and, after --, arguments of the program are those of the certificate unless they are given.");
}

void describe_analyze(CLI::App& app, AnalyzeOptions& o) {
  app.add_option("SOURCE", o.inputs, "C or C++ files, or one executable built with heddle-c++ and HEDDLE_FACTS=1")
      ->required();
  app.add_option("--slice", o.slices, "Show the lines that can matter to this one: file.c:12");
  app.add_option("--dot", o.dot, "Write which access depends on which read into this file, as a graph for dot");
  app.add_option("--page", o.page, "Write the sources into this file, as a page on which a line's slice can be chosen");
  app.footer("Options of the compiler are passed on.");
}

Status validate(const CheckOptions& o) {
  if (o.inputs.empty())
    return Error{"nothing to check", "give a source file: heddle check file.cpp, or an executable: heddle check ./app"};
  if (make_engine(o.engine, {}) == nullptr)
    return Error{"there is no engine '" + o.engine + "'", std::string("choose one of: ") + engine_names()};
  if (!KindSet::parse(o.kinds))
    return Error{"'" + o.kinds + "' is no list of kinds of findings",
                 "separate them by commas: --check assertion,deadlock; heddle explain lists them"};
  if ((o.relevance != "seen" || o.array_choices != "on") && needs_of(o.engine).whole_granules)
    return Error{"--relevance is for engines that choose before they know: " + o.engine + " looks at values",
                 "choose one of dfs, icb, pct, random, dpor, optimal: --engine dpor"};
  if ((o.relevance != "seen" || o.array_choices != "on") && o.engine == "explicit")
    return Error{"--relevance does not go with engine explicit, which has every access of shared memory as a choice",
                 "leave it out"};
  if (o.max_executions == 0) return Error{"--max-executions must be at least 1", "leave it out for no limit"};
  if (!o.input_sources.empty() && !follows_values(o))
    return Error{"--input is for --engine mcr with --asks questions: others do not cover inputs", "Leave them out."};
  if (o.solver != "native" && o.engine != "mcr-trace" && !follows_values(o))
    return Error{"--solver " + o.solver +
                     " is for --engine mcr-trace, and for inputs, which only mcr with --asks questions covers",
                 "leave it out, or add --engine mcr-trace"};
  if (o.dependence != "none" && o.engine != "mcr-trace")
    return Error{"--dependence " + o.dependence + " is for --engine mcr-trace",
                 "leave it out, or add --engine mcr-trace"};
  if (o.strategy != CheckOptions().strategy && o.engine != "mpc-trace")
    return Error{"--strategy is for --engine mpc-trace", "leave it out, or add --engine mpc-trace"};
  if (o.engine == "mpc-trace" && (o.asks == "values" || o.solver == "cvc5" || o.solver == "both"))
    return Error{
        std::string("engine mpc-trace asks Z3 about questions, not ") + (o.asks == "values" ? "values" : o.solver),
        o.asks == "values" ? "leave out --asks values" : "leave out --solver"};
  if (o.jobs > 1 && o.engine == "mpc-trace" && !(o.checkpoint.empty() && o.resume.empty()))
    return Error{"engine mpc-trace with several jobs cannot be saved", "leave -j out, or --checkpoint and --resume"};
  if (o.jobs > 1 && o.dependence != "none")
    return Error{"-j " + std::to_string(o.jobs) + " does not go with --dependence " + o.dependence, "leave -j out"};
  if (o.jobs > 1 && o.solver != "native" && o.engine == "mcr-trace")
    return Error{"-j " + std::to_string(o.jobs) + " does not go with --solver " + o.solver, "leave -j out"};
  if (o.jobs > 1 && o.executor == "remote")
    return Error{"-j " + std::to_string(o.jobs) + " needs the engine in the workers", "use --executor inline"};
  if (o.engine == "explicit" && o.executor == "remote")
    return Error{"engine explicit looks at states, which other processes do not see", "use --executor inline"};
  if (o.engine == "explicit" && o.estimate)
    return Error{"engine explicit cannot say beforehand how many states there are", "leave out --estimate"};
  if (o.count_paths && o.engine != "mcr" && o.engine != "auto")
    return Error{"engine " + o.engine + " does not know the local paths", "use --engine mcr"};
  if (o.count_paths && o.asks == "values")
    return Error{"--count-paths counts what threads ask, not values", "leave out --asks values"};
  if (!o.tests.empty() && o.engine != "mcr" && o.engine != "auto")
    return Error{"engine " + o.engine + " does not know the local paths", "use --engine mcr with --tests"};
  if (!o.certificate.empty() && o.engine != "mcr" && o.engine != "auto")
    return Error{"engine " + o.engine + " writes no certificates", "use --engine mcr"};
  return Ok{};
}

}  // namespace

Result<CommandLine> parse_command_line(const std::vector<std::string>& args) {
  CommandLine line;
  CLI::App app("Checks multithreaded C and C++ programs under every thread schedule that matters.", "heddle");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(0, 1);
  auto* check = app.add_subcommand("check", "Compile a program, explore its schedules, report what fails");
  auto* replay = app.add_subcommand("replay", "Run the failing schedule of a .heddle file again");
  auto* verify = app.add_subcommand("verify-certificate", "Go through a certificate again, with a search of its own");
  auto* doctor = app.add_subcommand("doctor", "Say whether this machine has what is needed");
  auto* engines = app.add_subcommand("engines", "List the engines");
  auto* explain = app.add_subcommand("explain", "Say what a kind of finding means, with an example and how to fix it");
  auto* analyze = app.add_subcommand("analyze", "Say what depends on what in a program, without running it");
  bool man = false;
  app.add_flag("--man", man, "Print the manual page heddle(1)");
  app.footer("heddle check --help lists the options of a check.");
  describe_check(*check, line.check);
  describe_replay(*replay, line.replay);
  describe_explain(*explain, line.explain);
  describe_verify(*verify, line.verify);
  describe_analyze(*analyze, line.analyze);

  const bool splits = !args.empty() && (args[0] == "check" || args[0] == "replay" || args[0] == "verify-certificate" ||
                                        args[0] == "analyze");
  SplitArguments split = splits ? split_arguments(args) : SplitArguments{args, {}, {}};
  line.check.compiler_options = split.compiler;
  line.check.program_args = split.program;
  line.verify.compiler_options = split.compiler;
  line.analyze.compiler_options = split.compiler;
  line.verify.program_args = split.program;
  line.replay.gdb_args = split.program;
  try {
    std::reverse(split.ours.begin(), split.ours.end());  // CLI11 takes them from the back
    app.parse(split.ours);
  } catch (const CLI::CallForHelp&) {
    const CLI::App* about = check->parsed()     ? check
                            : replay->parsed()  ? replay
                            : verify->parsed()  ? verify
                            : doctor->parsed()  ? doctor
                            : engines->parsed() ? engines
                            : explain->parsed() ? explain
                            : analyze->parsed() ? analyze
                                                : &app;
    line.help = about == &app ? app.help() : about->help("heddle");
    return line;
  } catch (const CLI::CallForVersion&) {
    line.help = version_text() + "\n";
    return line;
  } catch (const CLI::ParseError& e) {
    const std::string command = args.empty()                            ? ""
                                : check->parsed() || args[0] == "check" ? " check"
                                : replay->parsed()                      ? " replay"
                                                                        : "";
    return Error{e.what(), "heddle" + command + " --help lists what can be said"};
  }
  using Command = CommandLine::Command;
  if (man) {
    line.help = man_page(app);
    return line;
  }
  if (replay->parsed() && !split.compiler.empty())
    return Error{"unknown option " + split.compiler.front(), "heddle replay --help lists what can be said"};
  if (check->parsed())
    if (auto ok = validate(line.check); !ok) return ok.error();
  if (line.check.engine == "dpor-predicate" && line.check.kinds == "all") line.check.kinds = "assertion,deadlock";
  if (line.check.solver != "native" && line.check.engine == "mcr-trace")
    line.check.executor = "remote";                                     // Z3 does not live in the program's process
  if (line.check.dependence != "none") line.check.executor = "remote";  // nor do facts
  if (app.get_subcommands().empty())
    return Error{"what shall be done?", "try: heddle check file.cpp, or heddle --help"};
  line.command = check->parsed()     ? Command::kCheck
                 : replay->parsed()  ? Command::kReplay
                 : verify->parsed()  ? Command::kVerifyCertificate
                 : doctor->parsed()  ? Command::kDoctor
                 : explain->parsed() ? Command::kExplain
                 : analyze->parsed() ? Command::kAnalyze
                                     : Command::kEngines;
  return line;
}

}  // namespace heddle
