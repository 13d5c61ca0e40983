#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/describe_event.h"
#include "report/elf_file.h"
#include "report/fold.h"
#include "report/json_report.h"
#include "report/layout.h"
#include "report/progress_line.h"
#include "report/text_report.h"
#include "trace/fixed_inputs.h"

namespace heddle {
namespace {

SourcePlace place(uint32_t line, const char* function) { return {"bank.c", line, 3, function, ""}; }

TraceRow row(ThreadId id, const char* thread, const SourcePlace& at, const char* what) {
  TraceRow row;
  row.thread_id = id;
  row.thread = thread;
  row.place = at;
  row.what = what;
  return row;
}

ThreadEnd thread(ThreadId id, const char* name) {
  ThreadEnd end;
  end.id = id;
  end.name = name;
  return end;
}

ReportedFinding sample() {
  ReportedFinding found;
  Explanation& e = found.explanation;
  e.kind = FindingKind::kDeadlock;
  e.message = "no thread can go on: 2 wait for each other";
  e.thread = "main.0";
  e.place = place(12, "pay");
  e.execution = 17;
  e.schedule = "main*2 main.0";
  e.threads = {thread(0, "main"), thread(1, "main.0"), thread(2, "main.1")};
  e.threads[1].holds = {{"a", place(11, "pay")}};
  e.threads[1].place = place(12, "pay");
  e.threads[1].waits_for = "lock b, held by main.1 since bank.c:20";
  e.threads[2].holds = {{"b", place(20, "take")}};
  e.threads[2].place = place(21, "take");
  e.threads[2].waits_for = "lock a, held by main.0 since bank.c:11";
  e.stacks.push_back({"main.0",
                      "waits for lock b, held by main.1 since bank.c:20",
                      {place(12, "pay"), {"/usr/include/c++/12/thread", 9, 1, "run", ""}}});
  e.stacks.push_back({"main.1", "waits for lock a, held by main.0 since bank.c:11", {place(21, "take")}});
  e.rows.push_back(row(0, "main", place(30, "main"), "create thread main.0"));
  e.rows.push_back(row(1, "main.0", place(11, "pay"), "lock a"));
  e.rows.push_back(row(2, "main.1", place(20, "take"), "lock b"));
  e.rows[1].takes_over = e.rows[2].takes_over = e.rows[2].preempts = true;
  e.switches = 2;
  e.preemptions = 1;
  e.fewest_switches = true;
  e.decisive = Decisive{2, true, 1, std::nullopt, "line 20 in main.1 came between line 11 and line 12 of main.0"};
  found.schedule_file = "bank.deadlock.1.heddle";
  found.replay = "heddle replay bank.deadlock.1.heddle";
  return found;
}

// Eight threads that each add to a counter, the last one with an assertion.
ReportedFinding crowd() {
  ReportedFinding found;
  Explanation& e = found.explanation;
  e.kind = FindingKind::kAssertion;
  e.message = "assertion failed: seen <= limit_of_all_the_counters_that_were_added_up";
  e.place = place(40, "add");
  e.thread = "main.6";
  for (int t = 0; t < 8; ++t) {
    const std::string name = t == 0 ? "main" : "main." + std::to_string(t - 1);
    e.threads.push_back(thread(static_cast<ThreadId>(t), name.c_str()));
    for (uint32_t i = 0; i < (t == 3 ? 9u : 4u); ++i) {
      e.rows.push_back(row(static_cast<ThreadId>(t), name.c_str(), place(30 + i, "add"),
                           "update total_of_the_counters = 17 (was 16)"));
      e.rows.back().takes_over = i == 0 && t > 0;
    }
  }
  e.switches = 7;
  e.decisive = Decisive{12, false, 5, std::nullopt, ""};
  return found;
}

size_t widest(const std::string& text) {
  size_t most = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(": error: ") == std::string::npos)
      most = std::max(most, columns_of(line));  // that one is never broken
  return most;
}

CheckSummary summary(Verdict verdict) {
  CheckSummary s;
  s.verdict = verdict;
  s.engine = "dfs";
  s.executions = 1680;
  s.blocked = 3;
  s.seconds = 0.014;
  s.complete = verdict == Verdict::kVerified;
  s.reason = s.complete ? "" : "the time limit was reached";
  s.findings = verdict == Verdict::kBug;
  return s;
}

// With HEDDLE_APPROVE set the file is written instead; a person then looks at the difference.
void expect_golden(const char* name, const std::string& text) {
  const std::string path = std::string(HEDDLE_GOLDEN_DIR) + "/" + name;
  if (std::getenv("HEDDLE_APPROVE")) {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream in(path);
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(in), {})) << "approve with: HEDDLE_APPROVE=1 unit_tests";
}

TEST(TextReport, Deadlock) {
  std::ostringstream out;
  TextReport report(out, {});
  report.finding(sample());
  report.finished(summary(Verdict::kBug));
  expect_golden("deadlock.txt", out.str());
  EXPECT_LE(widest(out.str()), 80u);
}

TEST(TextReport, Unicode) {
  std::ostringstream out;
  TextReport(out, {false, false, false, true, 80}).finding(sample());
  expect_golden("deadlock_unicode.txt", out.str());
}

// Only the threads that matter are columns; the others' steps are folded.
TEST(TextReport, ManyThreads) {
  std::ostringstream out;
  TextReport(out, {}).finding(crowd());
  expect_golden("many_threads.txt", out.str());
  EXPECT_LE(widest(out.str()), 80u);
  for (const size_t width : {60, 100, 140, 200}) {
    std::ostringstream other;
    TextReport(other, {false, false, false, false, width}).finding(crowd());
    EXPECT_LE(widest(other.str()), width);
  }
}

TEST(TextReport, FullTraceFoldsNothing) {
  std::ostringstream out;
  TextReport(out, {false, true, false, false, 200}).finding(crowd());
  EXPECT_EQ(out.str().find("..."), std::string::npos);
  for (const char* name : {"main.0", "main.1", "main.2", "main.3", "main.4", "main.5", "main.6"})
    EXPECT_NE(out.str().find(name), std::string::npos);
}

TEST(TextReport, AWideTerminalHasTheSourceBeside) {
  const std::string file = ::testing::TempDir() + "wide_report.c";
  std::ofstream(file) << "int x;\n  pthread_mutex_lock(&a);\n";
  auto found = sample();
  found.explanation.rows[1].place = {file, 2, 3, "pay", ""};
  std::ostringstream wide, narrow;
  TextReport(wide, {false, false, false, false, 150}).finding(found);
  TextReport(narrow, {}).finding(found);
  EXPECT_NE(wide.str().find(" | pthread_mutex_lock(&a);"), std::string::npos);
  EXPECT_NE(narrow.str().find("    2 | pthread_mutex_lock(&a);"), std::string::npos);
}

TEST(TextReport, Race) {
  ReportedFinding found = sample();
  Explanation& e = found.explanation;
  e.kind = FindingKind::kRace;
  e.message = "write of 4 bytes, not ordered with a read by another thread";
  e.other_thread = "main.1";
  e.other_place = place(21, "take");
  e.stacks[0].title = "write balance = 1 (was 0), not atomic, at bank.c:12";
  e.stacks[1].title = "read balance = 0, not atomic, at bank.c:21";
  e.unordered = Unordered{1, 2, "line 11 in main.0 (lock a) and line 20 in main.1 (lock b)", "", ""};
  found.replay = "heddle replay bank.race.1.heddle";
  std::ostringstream out;
  TextReport report(out, {});
  report.finding(found);
  CheckSummary whole = summary(Verdict::kBug);
  whole.complete = true;
  report.finished(whole);
  expect_golden("race.txt", out.str());
}

// Races stand behind other findings, and name both places.
TEST(JsonReport, Race) {
  ReportedFinding race = sample();
  race.explanation.kind = FindingKind::kRace;
  race.explanation.other_thread = "main.1";
  race.explanation.other_place = place(21, "take");
  std::ostringstream out;
  JsonReport report(out);
  report.finding(race);
  report.finding(sample());
  report.finished(summary(Verdict::kBug));
  const std::string text = out.str();
  EXPECT_LT(text.find("\"kind\": \"deadlock\""), text.find("\"kind\": \"race\""));
  EXPECT_NE(text.find("\"other_thread\": \"main.1\""), std::string::npos);
  EXPECT_NE(text.find("\"other_place\""), std::string::npos);
}

TEST(TextReport, Verdicts) {
  std::ostringstream out;
  TextReport report(out, {});
  report.finished(summary(Verdict::kVerified));
  CheckSummary weak = summary(Verdict::kVerified);
  weak.weak_orders = true;
  report.finished(weak);
  report.finished(summary(Verdict::kInconclusive));
  CheckSummary fixed = summary(Verdict::kVerified);
  fixed.fixed_inputs = static_cast<uint32_t>(FixedInput::kClock) | static_cast<uint32_t>(FixedInput::kRandom);
  report.finished(fixed);
  expect_golden("verdicts.txt", out.str());
}

TEST(TextReport, QuietHasOnlyTheSummary) {
  std::ostringstream out;
  TextReport report(out, {false, false, true});
  report.finding(sample());
  EXPECT_EQ(out.str(),
            "SUMMARY: heddle: deadlock bank.c:12 in pay\nTo see it again: heddle replay bank.deadlock.1.heddle\n");
}

TEST(TextReport, ColourOnlyWhenAsked) {
  std::ostringstream plain, coloured;
  TextReport(plain, {}).finding(sample());
  TextReport(coloured, {true, false, false}).finding(sample());
  EXPECT_EQ(plain.str().find('\033'), std::string::npos);
  EXPECT_NE(coloured.str().find('\033'), std::string::npos);
}

TEST(JsonReport, HasTheContractsFields) {
  std::ostringstream out;
  JsonReport report(out);
  report.finding(sample());
  report.finished(summary(Verdict::kBug));
  const auto j = nlohmann::json::parse(out.str());
  for (const char* field : {"verdict", "engine", "memory_model", "executions", "blocked", "events", "seconds",
                            "solver_seconds", "complete", "reason", "findings"})
    EXPECT_TRUE(j.contains(field)) << field;
  EXPECT_EQ(j["verdict"], "bug");
  EXPECT_EQ(j["executions"], 1680);
  const auto& f = j["findings"][0];
  for (const char* field : {"kind", "message", "file", "line", "thread", "execution", "schedule", "replay"})
    EXPECT_TRUE(f.contains(field)) << field;
  EXPECT_EQ(f["kind"], "deadlock");
  EXPECT_EQ(f["line"], 12);
  EXPECT_EQ(f["thread"], "main.0");
  EXPECT_EQ(f["execution"], 17);
}

TEST(JsonReport, BytesThatAreNoTextDoNoHarm) {
  std::ostringstream out;
  JsonReport report(out);
  auto found = sample();
  found.explanation.message = "\xff\xfe";
  report.finding(found);
  report.finished(summary(Verdict::kBug));
  EXPECT_TRUE(nlohmann::json::accept(out.str()));
}

TEST(Fold, KeepsEndsAndSwitches) {
  Explanation e;
  auto& rows = e.rows;
  rows.resize(1000);
  for (size_t i = 500; i < 1000; ++i) rows[i].thread_id = 1;
  const auto keep = rows_to_show(e);
  EXPECT_TRUE(keep[0]);
  EXPECT_TRUE(keep[999]);
  EXPECT_TRUE(keep[499]);
  EXPECT_TRUE(keep[500]);
  EXPECT_FALSE(keep[250]);
  EXPECT_FALSE(keep[750]);
  EXPECT_LT(std::count(keep.begin(), keep.end(), true), 40);
  rows.resize(30);
  for (bool shown : rows_to_show(e)) EXPECT_TRUE(shown);
}

TEST(Fold, ManyStepsInOneLine) {
  Explanation e;
  for (int i = 0; i < 10; ++i) e.rows.push_back(row(0, "main", place(i < 8 ? 12 : 13, "push"), "read x"));
  e.decisive = Decisive{4, true, {}, {}, ""};
  const auto keep = rows_to_show(e);
  for (size_t i : {0, 4, 7, 8, 9}) EXPECT_TRUE(keep[i]) << i;
  for (size_t i : {1, 2, 3, 5, 6}) EXPECT_FALSE(keep[i]) << i;
}

TEST(EventWords, TellOldAndNewValues) {
  RunRecord run;
  run.thread_names = {"main", "main.0"};
  Symbolizer symbolizer({});
  MemoryNames names(run, symbolizer);
  EventWords words(run, names);
  Event e;
  e.op = Op::kRead;
  e.object = 0x1000;
  e.length = 4;
  e.read = 7;
  EXPECT_EQ(words.describe(e, "x"), "read x = 7");
  e.op = Op::kWrite;
  e.written = 0xffffffff;
  EXPECT_EQ(words.describe(e, "x"), "write x = -1 (was 7)");
  e.op = Op::kJoin;
  e.object = 1;
  EXPECT_EQ(words.describe(e, ""), "join main.0");
  e.op = Op::kLock;
  e.object = 0x2000;
  EXPECT_EQ(words.describe(e, ""), "lock memory#1");
}

TEST(FormatValue, DecimalOrHexadecimal) {
  EXPECT_EQ(format_value(255, 1), "-1");
  EXPECT_EQ(format_value(1000, 8), "1000");
  EXPECT_EQ(format_value(0x7fff12345678, 8), "0x7fff12345678");
  EXPECT_EQ(format_value(0, 16), "(16 bytes)");
}

CheckProgress progress(uint64_t executions, double seconds) {
  CheckProgress p;
  p.executions = executions;
  p.engine = "dfs";
  p.words = "depth 3";
  p.seconds = seconds;
  return p;
}

TEST(ProgressLine, ShortChecksStaySilent) {
  std::ostringstream out;
  ProgressLine line(out, false);
  line.progress(progress(100, 1));
  EXPECT_EQ(out.str(), "");
  line.progress(progress(1000, 6));
  EXPECT_EQ(out.str(), "heddle: 6 s, 1,000 executions, 166/s, dfs depth 3\n");
}

TEST(ProgressLine, TellsWhatIsKnown) {
  std::ostringstream out;
  ProgressLine line(out, false);
  CheckProgress p = progress(1234567, 200);
  p.memory = 45 << 20;
  p.explored = 0.25;
  line.progress(p);
  EXPECT_EQ(out.str(),
            "heddle: 3 min 20 s, 1,234,567 executions, 6,172/s, 45 MB, 25% of about 4,938,268, 10 min 0 s left, "
            "dfs depth 3\n");
}

TEST(ProgressLine, OnATerminalItIsOneLineThatGoesAway) {
  std::ostringstream out;
  ProgressLine line(out, true, 40);
  line.progress(progress(1000, 6));
  EXPECT_EQ(out.str(), "\r\033[Kheddle: 6 s, 1,000 executions, 166/s...");
  line.finished({});
  EXPECT_TRUE(out.str().ends_with("\r\033[K"));
}

TEST(ElfFile, ReadsThisProgram) {
  const auto self = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(self);
  EXPECT_TRUE(self->executable());
  const auto needed = self->needed();
  EXPECT_NE(std::find(needed.begin(), needed.end(), "libc.so.6"), needed.end());
  EXPECT_FALSE(ElfFile::open("/proc/self/cmdline"));
  EXPECT_FALSE(ElfFile::open("/no/such/file"));
}

}  // namespace
}  // namespace heddle
