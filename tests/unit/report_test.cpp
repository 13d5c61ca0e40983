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
#include "report/progress_line.h"
#include "report/text_report.h"

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

ReportedFinding sample() {
  ReportedFinding found;
  Explanation& e = found.explanation;
  e.kind = FindingKind::kDeadlock;
  e.message = "no thread can go on: 2 wait for each other";
  e.thread = "main.0";
  e.place = place(12, "pay");
  e.execution = 17;
  e.schedule = "main*2 main.0";
  e.stacks.push_back({"main.0", "waits for lock b, held by main.1 since bank.c:20", {place(12, "pay"), {"/usr/include/c++/12/thread", 9, 1, "run", ""}}});
  e.stacks.push_back({"main.1", "waits for lock a, held by main.0 since bank.c:11", {place(21, "take")}});
  e.rows.push_back(row(0, "main", place(30, "main"), "create thread main.0"));
  e.rows.push_back(row(1, "main.0", place(11, "pay"), "lock a"));
  e.rows.push_back(row(2, "main.1", place(20, "take"), "lock b"));
  found.schedule_file = "bank.deadlock.1.heddle";
  found.replay = "heddle replay bank.deadlock.1.heddle";
  return found;
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
  report.finished(summary(Verdict::kInconclusive));
  expect_golden("verdicts.txt", out.str());
}

TEST(TextReport, QuietHasOnlyTheSummary) {
  std::ostringstream out;
  TextReport report(out, {false, false, true});
  report.finding(sample());
  EXPECT_EQ(out.str(), "SUMMARY: heddle: deadlock bank.c:12 in pay\nTo see it again: heddle replay bank.deadlock.1.heddle\n");
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
  for (const char* field : {"verdict", "engine", "memory_model", "executions", "blocked", "events", "seconds", "solver_seconds",
                            "complete", "reason", "findings"})
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
  std::vector<TraceRow> rows(1000);
  for (size_t i = 500; i < 1000; ++i) rows[i].thread_id = 1;
  const auto keep = rows_to_show(rows);
  EXPECT_TRUE(keep[0]);
  EXPECT_TRUE(keep[999]);
  EXPECT_TRUE(keep[499]);
  EXPECT_TRUE(keep[500]);
  EXPECT_FALSE(keep[250]);
  EXPECT_FALSE(keep[750]);
  EXPECT_LT(std::count(keep.begin(), keep.end(), true), 40);
  rows.resize(50);
  for (bool shown : rows_to_show(rows)) EXPECT_TRUE(shown);
}

TEST(EventWords, TellOldAndNewValues) {
  RunRecord run;
  run.thread_names = {"main", "main.0"};
  Symbolizer symbolizer({});
  EventWords words(run, symbolizer);
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
  EXPECT_EQ(words.describe(e, ""), "lock 0x2000");
}

TEST(FormatValue, DecimalOrHexadecimal) {
  EXPECT_EQ(format_value(255, 1), "-1");
  EXPECT_EQ(format_value(1000, 8), "1000");
  EXPECT_EQ(format_value(0x7fff12345678, 8), "0x7fff12345678");
  EXPECT_EQ(format_value(0, 16), "(16 bytes)");
}

TEST(ProgressLine, ShortChecksStaySilent) {
  std::ostringstream out;
  ProgressLine line(out, false);
  line.progress({100, "dfs", "depth 3", 1});
  EXPECT_EQ(out.str(), "");
  line.progress({1000, "dfs", "depth 3", 6});
  EXPECT_EQ(out.str(), "heddle: 1000 executions, 167 per second, dfs depth 3, 6 s\n");
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
