// heddle replay: the failing run of a .heddle file again. Exit code 1 if it fails the same way, 3 if it does not.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "cli/commands.h"
#include "cli/input_option.h"
#include "cli/outcome.h"
#include "cli/program.h"
#include "cli/replay_gdb.h"
#include "cli/reports.h"
#include "cli/search_options.h"
#include "cli/thread_table.h"
#include "remote/replay.h"
#include "report/elf_file.h"
#include "report/picks.h"
#include "report/place_names.h"
#include "report/schedule_file.h"
#include "trace/run_races.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

WorkerSettings settings_of(const ScheduleFile& file) {
  CheckOptions options;
  options.body = file.body;
  read_settings(file.settings, options);
  WorkerSettings s;
  std::snprintf(s.engine, sizeof s.engine, "%s", file.engine.c_str());
  give_search_options(options, s);
  if (const auto follow = file.settings.find("follow"); follow != file.settings.end())
    if (const uint64_t* level = std::get_if<uint64_t>(&follow->second); level != nullptr && *level <= 2)
      s.follow = static_cast<Follow>(*level);
  return s;
}

// Of a livelock: where what repeats itself begins.
uint32_t loop_of(const ScheduleFile& file) {
  const auto loop = file.settings.find("loop");
  const uint64_t* step = loop == file.settings.end() ? nullptr : std::get_if<uint64_t>(&loop->second);
  return step != nullptr && *step <= Channel::kMaxSteps ? static_cast<uint32_t>(*step) : 0;
}

// Sources and the program's own files are relative to where the check was started.
void enter_directory(const std::string& directory) {
  std::error_code ignored;
  if (!directory.empty() && fs::is_directory(directory, ignored)) fs::current_path(directory, ignored);
}

void print_output(const RunRecord& run, bool quiet, bool to_stderr) {
  if (run.output.empty() || quiet) return;
  std::FILE* out = to_stderr ? stderr : stdout;
  std::fputs("heddle: the program printed:\n", out);
  std::fwrite(run.output.data(), 1, run.output.size(), out);
  if (run.output.back() != '\n') std::fputc('\n', out);
  if (run.output_cut) std::fputs("heddle: the rest of what it printed is left out\n", out);
  std::fflush(out);
}

// In a program that has changed the line may have moved; paths depend on where the replay is started.
bool same_place(const ScheduleFile& file, const Explanation& e, bool changed) {
  return changed || (fs::path(e.place.file).filename() == fs::path(file.file).filename() && e.place.line == file.line);
}

// Is the finding that the file speaks of among those of the run?
bool expected_finding(const ScheduleFile& file, const RunRecord& run, bool changed, Explanation& explanation) {
  for (const Finding& finding : run.findings) {
    if (finding.kind != file.kind) continue;
    explanation = explain(finding, run, changed ? Insight{} : file.insight);
    if (same_place(file, explanation, changed)) return true;
  }
  return false;
}

// The schedule ends with the second access of the race, or, where that is no step (runtime/lesser.h), with the last step before it.
bool expected_race(const ScheduleFile& file, const RunRecord& run, size_t picks, bool changed,
                   Explanation& explanation) {
  for (const Finding& race : races_of(run)) {
    const auto before = [&](const Step& step) { return step.event < race.event; };
    if (static_cast<size_t>(std::count_if(run.steps.begin(), run.steps.end(), before)) != picks) continue;
    RunRecord until = run;
    cut_run(until, race.event);
    explanation = explain(race, until, changed ? Insight{} : file.insight);
    if (explanation.message == file.message && same_place(file, explanation, changed)) return true;
  }
  return false;
}

// A process that dies in the replay as it did in the check is the finding "crash" that the check made of it.
void add_death(const ReplayResult& result, RunRecord& run) {
  if (!result.death || !result.death->by_signal) return;
  Finding crash;
  crash.kind = FindingKind::kCrash;
  crash.event = static_cast<uint32_t>(run.events.size());
  if (!run.events.empty()) {
    crash.thread = run.events.back().thread;
    crash.position = run.events.back().position;
  }
  std::snprintf(crash.message, sizeof crash.message, "the process was %s", describe(*result.death).c_str());
  run.findings.push_back(crash);
}

std::string what_came_instead(const ReplayResult& result) {
  if (!result.refused.empty()) return result.refused;
  if (result.run.outcome == Outcome::kDiverged) return "the program did something else than in the schedule";
  for (const Finding& f : result.run.findings)
    return std::string("it failed in another way (") + name(f.kind) + ": " + f.message + ")";
  if (result.death)
    return "its process " + std::string(result.death->by_signal ? "was " : "") + describe(*result.death);
  if (!result.run.reason.empty()) return result.run.reason;
  return "it ended without failing";
}

int fail(const Error& error) {
  print_error(error);
  return kExitWrongUse;
}

// The program of the file, compiled with these options.
Result<PreparedProgram> built_as(const ScheduleFile& file, const std::vector<std::string>& inputs,
                                 const std::vector<std::string>& options, std::string& compiler_output) {
  CheckOptions asked;
  read_settings(file.settings, asked);
  const CompilerSettings settings(follows_values(asked), compiled_for_inputs(asked, file.sources),
                                  needs_of(file.engine).states);
  if (file.settings.contains("facts")) setenv("HEDDLE_FACTS", "1", 1);  // the pass and the toolchain read it
  auto program = prepare_program(inputs, options, file.args, compiler_output);
  unsetenv("HEDDLE_FACTS");
  return program;
}

// What a replay shows, if it is the failure that the file speaks of; else without rows.
Explanation explained(const ScheduleFile& file, const ReplayRequest& request, bool changed) {
  Explanation explanation;
  auto result = replay(request);
  if (!result) return {};
  add_death(*result, result->run);
  const bool shown = file.kind == FindingKind::kRace
                         ? expected_race(file, result->run, request.picks.size(), changed, explanation)
                         : expected_finding(file, result->run, changed, explanation);
  return shown ? explanation : Explanation{};
}

}  // namespace

int replay_command(const ReplayOptions& options) {
  auto file = read_schedule_file(options.file);
  if (!file) return fail(file.error());
  if (!options.body.empty() && options.body != file->body) {
    std::printf("heddle: %s is not of this check, but of %s\n", options.file.c_str(), file->body.c_str());
    return kExitVerified;
  }
  auto reports = Reports::create({options.quiet, options.full_trace, false, options.json, options.report, "", "", ""});
  if (!reports) return fail(reports.error());
  const std::string shown = "heddle replay " + options.file;
  enter_directory(file->directory);

  const auto threads = thread_table(file->threads);
  const auto picks = read_picks(file->schedule, file->threads);
  if (!threads || !picks)
    return fail(
        {options.file + " is damaged: its schedule cannot be read", "Check the program again to get a new one."});
  std::string compiler_output;
  const auto inputs = file->sources.empty() ? std::vector<std::string>{file->executable} : file->sources;
  CheckOptions asked;
  read_settings(file->settings, asked);
  if (auto there = check_input_sources(asked.input_sources); !there) return fail(there.error());
  auto program = built_as(*file, inputs, file->options, compiler_output);
  if (!program) {
    std::fputs(compiler_output.c_str(), stderr);
    return fail(program.error());
  }
  const bool changed = program->build_id != file->build_id;
  if (changed) (*reports)->note("the program has changed since " + options.file + " was written; trying all the same");

  const auto elf = ElfFile::open(program->program.path);
  const auto places = read_places(file->shared, elf ? &*elf : nullptr);
  const ReplayRequest request{program->program, settings_of(*file), *picks, places, *threads, loop_of(*file)};
  if (!options.debug_files.empty()) {
    const auto written = write_debug_files(request, program->built, options.debug_files);
    return written ? kExitVerified : fail(written.error());
  }
  if (options.gdb) {
    auto directory = TemporaryDirectory::create();
    if (!directory) return fail(directory.error());
    // Nothing is optimised away in a build of its own; if the failure shows itself there too, that is the one to look at.
    std::optional<PreparedProgram> plain;
    ReplayRequest shown_in_gdb = request;
    Explanation explanation = explained(*file, request, changed);
    if (program->built) {
      auto unoptimised = file->options;
      unoptimised.push_back("-O0");
      if (auto built = built_as(*file, inputs, unoptimised, compiler_output)) {
        plain.emplace(std::move(*built));
        ReplayRequest same = request;
        same.program = plain->program;
        const auto its_elf = ElfFile::open(plain->program.path);
        same.places = read_places(file->shared, its_elf ? &*its_elf : nullptr);
        if (Explanation e = explained(*file, same, false); !e.rows.empty()) {
          explanation = std::move(e);
          shown_in_gdb = same;
        } else {
          (*reports)->note(
              "without optimisation the program takes another way, so some variables may be <optimized out>");
        }
      }
    }
    GdbReplay about;
    about.threads = file->threads;
    for (const TraceRow& row : explanation.rows)
      about.steps.emplace_back(row.event, row.thread + " " + std::to_string(row.place.line) + " " + row_words(row));
    const auto code = replay_in_gdb(shown_in_gdb, (*directory)->path(), about, options.gdb_args);
    return code ? *code : fail(code.error());
  }

  const auto begin = std::chrono::steady_clock::now();
  auto result = replay(request);
  if (!result) return fail(result.error());
  RunRecord& run = result->run;
  print_output(run, options.quiet, options.json == "-");
  add_death(*result, run);
  CheckSummary summary;
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  summary.engine = "replay";
  summary.executions = 1;
  summary.events = run.steps.size();
  ReportedFinding reported;
  if (file->kind == FindingKind::kRace ? expected_race(*file, run, picks->size(), changed, reported.explanation)
                                       : expected_finding(*file, run, changed, reported.explanation)) {
    reported.explanation.execution = 1;
    reported.schedule_file = options.file;
    reported.replay = shown;
    (*reports)->finding(reported);
    summary.verdict = Verdict::kBug;
    summary.findings = 1;
  } else {
    summary.reason = std::string("the failure did not show itself again: ") + what_came_instead(*result) +
                     (changed ? "; the program has changed since the file was written" : "");
  }
  (*reports)->finished(summary);
  const int code = exit_code(summary.verdict);
  return (*reports)->failed() ? code_if_not_written(code) : code;
}

}  // namespace heddle
