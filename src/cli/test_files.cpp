#include "cli/test_files.h"

#include <cctype>
#include <filesystem>

#include "cli/finding_files.h"
#include "remote/replay.h"
#include "report/explain.h"
#include "report/picks.h"
#include "system/whole_file.h"

namespace heddle {

namespace fs = std::filesystem;

namespace {

// What the run receives, in order, as signed numbers.
std::string inputs_of(const RunRecord& run) {
  std::string text;
  for (const Event& e : run.events) {
    if (e.op != Op::kInput) continue;
    const int unused = 64 - static_cast<int>(e.length);
    text += (text.empty() ? "" : ", ") + std::to_string(static_cast<int64_t>(e.read << unused) >> unused);
  }
  return text;
}

std::string identifier(const std::string& name) {
  std::string word;
  for (char c : name) word += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) ? "p" + word : word;
}

// A literal has a limit in some compilers; one that is cut in pieces has none.
std::string raw_literal(const std::string& text) {
  constexpr size_t kMost = 12000;
  std::string literal;
  for (size_t at = 0; at < text.size(); at += kMost)
    literal += (at == 0 ? "" : "\n      ") + ("R\"heddle(" + text.substr(at, kMost)) + ")heddle\"";
  return literal;
}

constexpr const char* kHead =
    R"(// Written by heddle check --tests gtest: a test for each local path, with the input and the schedule that show it.
// "heddle" is looked for in PATH, or is what the environment variable HEDDLE names. Each test builds the program from its sources,
// so it is run again as it is now.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

// The exit code of the replay: 0 passes, 1 fails as it did, 3 neither.
int replay(const char* schedule) {
  const std::string file = testing::TempDir() + "heddle_" + std::to_string(getpid()) + ".heddle";
  std::ofstream(file) << schedule;
  const char* heddle = std::getenv("HEDDLE");
  const int status = std::system((std::string(heddle ? heddle : "heddle") + " replay --quiet '" + file + "'").c_str());
  std::remove(file.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace
)";

}  // namespace

std::string TestFiles::file_of(size_t number) const {
  return (fs::path(options_.tests) / (program_.name + ".path." + std::to_string(number) + ".heddle")).string();
}

std::string TestFiles::source_file() const {
  return (fs::path(options_.output_dir) / (program_.name + "_paths_test.cpp")).lexically_normal().string();
}

Status TestFiles::add(const NewPath& path) {
  WorkerSettings settings = request_.settings;
  settings.follow = path.follow;
  auto again = replay({request_.program, settings, path.picks, path.places, path.threads});
  if (!again) return again.error();
  const RunRecord& run = again->run;
  const bool ended = run.outcome == Outcome::kComplete || (run.outcome == Outcome::kFinding && !run.findings.empty());
  if (!ended || again->death)
    return Error{"a run of the search did not show itself again, so there is no test of its path",
                 "The program may depend on something that is not controlled."};
  ScheduleFile content = run_file(options_, program_, path.follow, path.threads, path.places);
  content.schedule = write_picks(run.steps, run.thread_names);
  content.passes = run.findings.empty();
  if (!content.passes) {
    const Explanation e = explain(run.findings.front(), run, Insight{});
    content.kind = e.kind;
    content.message = e.message;
    content.thread = e.thread;
    content.file = e.place.file;
    content.line = e.place.line;
  }
  tests_.push_back({as_source() ? schedule_text(content) : "", inputs_of(run), content.passes});
  if (as_source()) return Ok{};
  std::error_code failed;
  fs::create_directories(options_.tests, failed);
  return write_schedule_file(file_of(tests_.size()), content);
}

void TestFiles::again() {
  std::error_code ignored;
  if (!as_source())
    for (size_t i = 1; i <= tests_.size(); ++i) fs::remove(file_of(i), ignored);
  tests_.clear();
}

Status TestFiles::finish() {
  if (!as_source()) return Ok{};
  std::string source = kHead;
  for (size_t i = 0; i < tests_.size(); ++i) {
    const Test& test = tests_[i];
    source += "\n// " + (test.inputs.empty() ? "Without inputs" : "With the inputs " + test.inputs) +
              (test.passes ? "" : " it fails") + ".\nTEST(" + identifier(program_.name) + ", path_" +
              std::to_string(i + 1) + ") {\n  EXPECT_EQ(replay(" + raw_literal(test.text) + "),\n            " +
              (test.passes ? "0" : "1") + ");\n}\n";
  }
  std::error_code failed;
  fs::create_directories(options_.output_dir, failed);
  return write_whole_file(source_file(), source);
}

std::string TestFiles::summary() const {
  const std::string count = std::to_string(tests_.size()) + (tests_.size() == 1 ? " test" : " tests");
  if (tests_.empty()) return "no tests were written: no run of the search came to its end";
  const std::string where = as_source()          ? source_file()
                            : tests_.size() == 1 ? file_of(1)
                                                 : file_of(1) + " to " + std::to_string(tests_.size());
  return count + ", one for each local path that was found: " + where;
}

}  // namespace heddle
