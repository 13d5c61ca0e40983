// heddle check: prepare the program, search, report, say the verdict.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

#include "cli/certificate_file.h"
#include "cli/commands.h"
#include "cli/finding_files.h"
#include "cli/outcome.h"
#include "cli/passing_run.h"
#include "cli/program.h"
#include "cli/reports.h"
#include "cli/search_options.h"
#include "cli/solver.h"
#include "cli/test_files.h"
#include "cli/worker_settings.h"
#include "remote/check.h"
#include "remote/checkpoint_file.h"
#include "remote/estimate.h"
#include "remote/interrupt.h"
#include "facts/current.h"
#include "facts/elf_section.h"
#include "report/coverage.h"
#include "report/function_names.h"
#include "report/text_places.h"
#include "report/text_report.h"
#include "system/whole_file.h"

namespace heddle {
namespace {

class CheckReporter : public CheckListener {
 public:
  CheckReporter(Reports& reports, FindingFiles& files, TestFiles& tests, const CheckOptions& options,
                const CheckRequest& request, Checkpoint checkpoint)
      : reports_(reports), files_(files), tests_(tests), request_(request), compares_(!options.report.empty()),
        engine_(options.engine == "auto" ? "mcr" : options.engine), file_(options.checkpoint),
        checkpoint_(std::move(checkpoint)), suppressions_(options.suppressions) {}

  void progress(const Progress& p) override {
    reports_.progress({p.counts.executions, engine_, p.words, p.seconds, p.explored, p.memory, p.workers});
  }
  void note(const std::string& text) override { reports_.note(with_readable_names(text)); }
  void open_work(const SearchState& state) override {
    checkpoint_.state = state;
    if (auto written = write_checkpoint(file_, checkpoint_); !written) reports_.failure(written.error());
  }
  void found(const Found& found) override {
    ReportedFinding reported;
    reported.explanation = explain(found.finding, found.run, found.insight);
    reported.explanation.execution = found.execution;
    if (found.finding.kind == FindingKind::kRace && !races_.insert(two_places(reported.explanation)).second) return;
    ++reported_;
    const std::string cause = reported.explanation.unordered ? reported.explanation.unordered->cause : "";
    const auto known = cause.empty() ? causes_.end() : causes_.find(cause);
    if (known != causes_.end()) reported.like = known->second;
    if (compares_) reported.passing = nearest_passing_run(request_, found, reported.explanation);
    if (auto written = files_.write(found, reported); !written) reports_.failure(written.error());
    if (!cause.empty() && known == causes_.end())
      causes_[cause] =
          reported.schedule_file.empty() ? format_place(reported.explanation.place, false) : reported.schedule_file;
    reports_.finding(reported);
  }

  void path(const NewPath& path) override {
    if (auto added = tests_.add(path); !added) reports_.failure(added.error());
  }
  void paths_again() override { tests_.again(); }

  bool told(const Found& found) override {
    same_cause_ = false;
    if (races_.empty()) return false;
    const Explanation e = explain(found.finding, found.run);
    same_cause_ = e.unordered && causes_.contains(e.unordered->cause);
    return races_.contains(two_places(e));
  }
  // Asked behind `told`.
  bool minor(const Found&) override { return same_cause_; }

  bool suppressed(const Found& found) override {
    if (suppressions_.empty()) return false;
    ReportedFinding reported;
    reported.explanation = explain(found.finding, found.run);
    reported.explanation.execution = found.execution;
    const Suppression* by = find_suppression(suppressions_, reported.explanation);
    if (by == nullptr) return false;
    reports_.suppressed(reported, by->reason);
    ++suppressed_;
    if (!place_is_exact(found.finding, found.run)) inexact_ = true;
    return true;
  }

  int suppressed_count() const { return suppressed_; }
  // A suppressed finding lies in a library: others with other callers may have been taken for it.
  bool suppressed_too_much() const { return inexact_; }
  // How many findings were reported.
  int reported() const { return reported_; }

 private:
  // Code that was copied by the compiler has several positions, but two places in the source.
  static std::string two_places(const Explanation& e) {
    auto words = [](const SourcePlace& p) {
      return p.file + ":" + std::to_string(p.line) + ":" + std::to_string(p.column);
    };
    const std::string a = words(e.place), b = words(e.other_place);
    return a < b ? a + " " + b : b + " " + a;
  }

  Reports& reports_;
  FindingFiles& files_;
  TestFiles& tests_;
  const CheckRequest& request_;
  bool compares_;          // a report shows the nearest passing run
  std::string engine_;     // who speaks of its progress
  std::string file_;       // of --checkpoint
  Checkpoint checkpoint_;  // what goes into it
  const std::vector<Suppression>& suppressions_;
  int suppressed_ = 0;
  bool inexact_ = false;
  std::set<std::string> races_;                // pairs of places
  std::map<std::string, std::string> causes_;  // of races -> the first that has it
  bool same_cause_ = false;                    // the race that `told` was asked about has one of them
  int reported_ = 0;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + shell_quoted(word);
  return text;
}

std::string asked_of(const CheckOptions& o) { return joined(search_words(o)); }

Status resume(const CheckOptions& options, const PreparedProgram& program, CheckRequest& request) {
  auto checkpoint = read_checkpoint(options.resume);
  if (!checkpoint) return checkpoint.error();
  if (checkpoint->build_id != program.build_id)
    return Error{"the program has changed since " + options.resume + " was written",
                 "Start the check again without --resume."};
  if (checkpoint->engine != options.engine)
    return Error{options.resume + " belongs to engine " + checkpoint->engine,
                 "Add --engine " + checkpoint->engine + "."};
  if (checkpoint->asked != asked_of(options))
    return Error{options.resume + " was written with " +
                     (checkpoint->asked.empty() ? "none of the options" : checkpoint->asked) + ", and this check has " +
                     (asked_of(options).empty() ? "none of them" : asked_of(options)),
                 "Give the same options, or start again without --resume."};
  request.settings.options = checkpoint->options;
  request.start = std::move(checkpoint->state);
  return Ok{};
}

CheckSummary summarise(const CheckOptions& options, const CheckResult& result, int findings) {
  CheckSummary s;
  s.engine = options.engine;
  s.author = result.author;
  if (s.author.empty() && options.engine == "auto" && options.jobs > 1) s.author = "mcr";  // a team of it
  s.executions = result.counts.executions;
  s.blocked = result.counts.blocked;
  s.events = result.counts.events;
  s.choices = result.counts.choices;
  s.relevance = options.relevance;
  s.solver_seconds = static_cast<double>(result.counts.solver_nanoseconds) * 1e-9;
  s.solver_reads = result.counts.solver_reads;
  s.solver_constraints = result.counts.solver_constraints;
  s.discovery = result.counts.discovery;
  for (size_t i = 0; i < kForetold.size(); ++i)
    s.foretold.push_back({name(kForetold[i]), result.counts.foretold[i], result.counts.shown[i]});
  s.findings = findings;
  s.seconds = result.seconds;
  s.complete = result.complete;
  s.weak_orders = result.counts.weak > 0;
  s.reason = with_readable_names(with_places(result.reason, result.modules));
  if (options.memory_limit == 0 && s.reason.starts_with("the memory limit was reached"))
    s.reason.insert(std::strlen("the memory limit was reached"),
                    " (three quarters of what was free; --memory-limit sets another)");
  s.kinds = KindSet::parse(options.kinds).value_or(KindSet());
  s.fallback = result.fallback;
  s.remark = result.remark;
  s.verdict = findings > 0 ? Verdict::kBug : result.complete ? Verdict::kVerified : Verdict::kInconclusive;
  return s;
}

// What a page tells beyond the verdict.
void describe_check(const CheckOptions& options, const PreparedProgram& program, const CheckResult& result,
                    CheckSummary& s) {
  s.asked.push_back({"program", program.name});
  s.asked.push_back({program.built ? "sources" : "executable", joined(options.inputs)});
  if (!options.compiler_options.empty()) s.asked.push_back({"compiled with", joined(options.compiler_options)});
  if (!options.program_args.empty()) s.asked.push_back({"arguments", joined(options.program_args)});
  if (options.jobs > 1) s.asked.push_back({"workers", std::to_string(options.jobs)});
  if (options.time_limit > 0)
    s.asked.push_back({"time limit", std::to_string(static_cast<int>(options.time_limit)) + " s"});
  if (options.max_executions != UINT64_MAX)
    s.asked.push_back({"limit on executions", std::to_string(options.max_executions)});
  s.libraries = plain_libraries(result.modules);
  s.covered = covered_lines(result.covered, result.modules);
  s.more_histories = result.covered.more;
}

std::string span_of(double seconds) {
  char text[64];
  const char* unit = seconds < 120 ? "seconds" : seconds < 7200 ? "minutes" : seconds < 172800 ? "hours" : "days";
  const double length = seconds < 120      ? seconds
                        : seconds < 7200   ? seconds / 60
                        : seconds < 172800 ? seconds / 3600
                                           : seconds / 86400;
  std::snprintf(text, sizeof text, length < 10 ? "%.2g %s" : "%.0f %s", length, unit);
  return text;
}

int print_estimate(const CheckOptions& options, const CheckRequest& request) {
  const auto e = estimate(request);
  if (!e) {
    print_error(e.error());
    return kExitInconclusive;
  }
  const char* engine = e->engine.c_str();
  if (e->exact) {
    std::printf("heddle: estimate: %.0f executions (%s); all of them were made\n", e->executions, engine);
  } else if (e->probes > 0) {
    std::printf("heddle: estimate: about %.3g executions (%s), between %.3g and %.3g by %llu random probes",
                e->executions, engine, e->low, e->high, static_cast<unsigned long long>(e->probes));
  } else {
    std::printf("heddle: estimate: about %.3g executions (%s), since %.2g %% are done", e->executions, engine,
                100 * e->explored);
  }
  if (!e->exact && e->rate > 0)
    std::printf("; at %.0f a second about %s\n", e->rate, span_of(e->executions / e->rate).c_str());
  if (e->engine != options.engine)
    std::printf(
        "heddle: %s was not through after 2 s, and cannot say how much is left: mostly far fewer executions than dpor makes%s\n",
        options.engine.c_str(), options.engine == "auto" ? ", which searches beside it" : "");
  return kExitVerified;
}

// The facts of what the program is made of, where its process has it.
void load_facts(const std::vector<LoadedModule>& modules) {
  std::vector<facts::Section> sections;
  for (const LoadedModule& m : modules)
    if (m.instrumented)
      if (auto section = facts::section_of_file(m.path, m.bias)) sections.push_back(std::move(*section));
  static facts::Program program;
  program = facts::Program(sections);
  facts::current = &program;
}

}  // namespace

int check_command(const CheckOptions& options) {
  std::string compiler_output;
  if (!options.ignore.empty()) setenv("HEDDLE_IGNORE", options.ignore.c_str(), 1);             // the pass reads it
  if (options.judgements == "off") setenv("HEDDLE_JUDGEMENTS", "off", 1);                      // likewise
  if (options.dependence != "none" || options.kinds != "all") setenv("HEDDLE_FACTS", "1", 1);  // likewise
  if (wants_futures(options)) setenv("HEDDLE_FUTURES", "1", 1);                                // likewise
  auto program = [&] {
    const CompilerSettings settings(follows_values(options), compiled_for_inputs(options, options.inputs),
                                    needs_of(options.engine).states);
    return prepare_program(options.inputs, options.compiler_options, options.program_args, compiler_output);
  }();
  if (!compiler_output.empty() && !(program && options.quiet)) std::fputs(compiler_output.c_str(), stderr);
  if (!program) {
    print_error(program.error());
    return kExitWrongUse;
  }
  unsetenv("HEDDLE_IGNORE");
  unsetenv("HEDDLE_FACTS");
  unsetenv("HEDDLE_FUTURES");
  if (options.dependence != "none" && !facts::section_of_file(program->program.path)) {
    print_error({"--dependence " + options.dependence + " needs facts, and " + options.inputs.front() + " has none",
                 "Set HEDDLE_FACTS=1 when building with heddle-cc or heddle-c++."});
    return kExitWrongUse;
  }
  if (options.judgements == "off" && !program->built) {
    print_error({"--judgements off is for sources: " + options.inputs.front() + " is built already",
                 "Set HEDDLE_JUDGEMENTS=off when building with heddle-cc or heddle-c++."});
    return kExitWrongUse;
  }
  unsetenv("HEDDLE_JUDGEMENTS");
  if (!options.ignore.empty() && !program->built) {
    print_error({"--ignore is for sources: " + options.inputs.front() + " is built already",
                 "Set HEDDLE_IGNORE to the list when building with heddle-cc or heddle-c++."});
    return kExitWrongUse;
  }
  if (!options.input_sources.empty() && !follows_inputs(program->program.path)) {
    print_error({"--input: " + options.inputs.front() + " is built already, and not for inputs",
                 "Set HEDDLE_FOLLOW=1 HEDDLE_INPUTS=1 when building with heddle-cc or heddle-c++."});
    return kExitWrongUse;
  }
  // Questions about inputs are for Z3, which does not live in the program's process.
  const bool inputs = follows_values(options) && receives_inputs(program->program.path);
  const bool by_formulas = inputs || options.count_paths || options.engine == "mpc-trace";
  if (auto ok = load_solver(options, by_formulas); !ok) {
    print_error(ok.error());
    return kExitWrongUse;
  }
  const Reports::Options reporting{options.quiet,  options.full_trace, true,          options.json,
                                   options.report, options.sarif,      options.junit, program->name};
  auto reports = Reports::create(reporting);
  if (!reports) {
    print_error(reports.error());
    return kExitWrongUse;
  }
  for (const auto& note : program->notes) (*reports)->note(note);

  measure_solvers([]() -> uint64_t {
    timespec now{};  // of the processor: what others do on the machine is no work of the solver's
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
  });
  CheckRequest request;
  request.program = program->program;
  request.settings = settings_of(options);
  if (options.dependence != "none") request.loaded = load_facts;
  request.tests = !options.tests.empty();
  const bool lives_here = by_formulas || request.tests;  // the engine
  const bool several = options.jobs > 1 && options.engine == "mpc-trace";
  request.jobs = lives_here && !several ? 1 : options.jobs;
  request.count_paths = options.count_paths;
  std::atomic<bool> solver_stopped = false;
  if (const auto stop = solver_stopper())
    request.stop_solvers = [&, stop](bool now) {
      if (now) solver_stopped = true;
      stop(now);
    };
  if (inputs && options.jobs > 1 && !several)
    (*reports)->note("the program receives inputs: one worker does the search");
  // What is suppressed, or was not asked for, does not end the search.
  if ((!options.suppressions.empty() || options.kinds != "all") && !options.keep_going)
    request.settings.keep_going = request.stop_at_first = true;
  request.insight = options.shorten;
  request.time_limit = std::chrono::duration<double>(options.time_limit);
  if (!options.resume.empty())
    if (auto ok = resume(options, *program, request); !ok) {
      print_error(ok.error());
      return kExitWrongUse;
    }

  if (options.estimate) return print_estimate(options, request);

  const Interrupt interrupt;  // until everything is written
  FindingFiles files(options, *program);
  request.keeps_left = !options.checkpoint.empty();
  if (!options.checkpoint.empty()) request.save_every = std::chrono::duration<double>(options.checkpoint_every);
  TestFiles tests(options, *program, request);
  CheckReporter reporter(**reports, files, tests, options, request,
                         {program->build_id, options.engine, asked_of(options), request.settings.options, {}});
  CheckResult result = several                                      ? check_by_engines(request, reporter)
                       : options.executor == "remote" || lives_here ? check_remotely(request, reporter)
                                                                    : check(request, reporter);
  if (options.array_choices == "off" && result.complete) {
    result.complete = false;
    result.reason = "accesses to elements of arrays were no scheduling choices (--array-choices off)";
  }
  if (reporter.suppressed_too_much() && result.complete) {
    result.complete = false;
    result.reason =
        "a suppressed finding lies in a library, where the same one with another caller is not told apart from it";
  }
  if (!options.checkpoint.empty() && !result.complete && !result.refused) reporter.open_work(result.left);
  CheckSummary summary = summarise(options, result, reporter.reported());
  summary.fixed_inputs = request.program.fixed_inputs->load();
  if (!options.report.empty()) describe_check(options, *program, result, summary);
  summary.suppressed = reporter.suppressed_count();
  if (!options.certificate.empty()) {
    const bool verified = summary.verdict == Verdict::kVerified && summary.suppressed == 0;
    const auto text = certificate_text(options, *program, result, verified);
    if (!text) {
      (*reports)->note(text.error().message);
    } else if (auto written = write_whole_file(options.certificate, *text); !written) {
      (*reports)->failure(written.error());
    }
  }
  if (request.tests) {
    if (auto written = tests.finish(); !written) (*reports)->failure(written.error());
    (*reports)->note(tests.summary());
  }
  if (options.count_paths)
    (*reports)->note(result.paths ? std::to_string(*result.paths) + " combinations of local paths"
                     : result.complete && solver_stopped
                         ? "the combinations of local paths were not counted: the time limit was reached"
                     : result.complete
                         ? "the combinations of local paths could not be counted: the program does something that "
                           "the formula for it does not cover, or there are too many"
                         : "the combinations of local paths are not known: the search is not complete");
  (*reports)->finished(summary);
  const int code = exit_code(summary.verdict);
  return (*reports)->failed() ? code_if_not_written(code) : code;
}

}  // namespace heddle
