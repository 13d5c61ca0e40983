#include "report/html_report.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "report/html_template.h"
#include "trace/coverage.h"

namespace heddle {
namespace {

using nlohmann::ordered_json;

// What the page's own reader does: the text of the element, parsed.
ordered_json element(const std::string& page, const std::string& id) {
  const std::string begin = "<script type=\"application/json\" id=\"" + id + "\">";
  const size_t at = page.find(begin);
  if (at == page.npos) return nullptr;
  const size_t from = at + begin.size();
  return ordered_json::parse(page.substr(from, page.find("</script>", from) - from));
}

TraceRow access(ThreadId thread, Op op, uint64_t object, const char* variable, const char* value, uint32_t line) {
  TraceRow row;
  row.thread_id = thread;
  row.thread = thread == 0 ? "main" : "main.0";
  row.op = op;
  row.object = object;
  row.length = 4;
  row.variable = variable;
  row.value = value;
  row.place = {"no_such_file.c", line, 3, "pay", variable};
  row.what = std::string(name(op)) + " " + variable;
  return row;
}

ReportedFinding sample() {
  ReportedFinding found;
  Explanation& e = found.explanation;
  e.kind = FindingKind::kAssertion;
  e.message = "assertion failed: text != \"</script><!--\"";
  e.thread = "main.0";
  e.place = {"no_such_file.c", 9, 1, "pay", ""};
  e.threads.resize(2);
  e.threads[0].name = "main";
  e.threads[1].id = 1;
  e.threads[1].name = "main.0";
  e.threads[1].holds.push_back({"m", {"no_such_file.c", 4, 1, "pay", ""}});
  e.rows = {access(0, Op::kWrite, 64, "balance", "1", 5), access(1, Op::kLock, 128, "m", "", 4),
            access(1, Op::kRead, 64, "balance", "1", 6)};
  e.rows[1].takes_over = e.rows[1].preempts = true;
  e.rows[2].sees = 0;
  e.decisive = Decisive{1, true, 0, std::nullopt, "line 4 in main.0 came after line 5 of main"};
  found.replay = "heddle replay x.heddle";
  return found;
}

std::string page_of(const std::vector<ReportedFinding>& findings, const CheckSummary& summary) {
  std::ostringstream out;
  HtmlReport report(out, "1.2.3");
  for (const auto& found : findings) report.finding(found);
  report.finished(summary);
  return out.str();
}

#ifdef HEDDLE_HAS_PAGE
TEST(HtmlReport, TemplateHasPlaceForData) {
  ASSERT_FALSE(html_template().empty());
  EXPECT_NE(html_template().find(kHtmlDataMark), std::string_view::npos);
  EXPECT_EQ(html_template().find("https://"), std::string_view::npos);
}
#endif

TEST(HtmlReport, DataCannotEndItsElement) {
  const std::string text = data_element("x", {{"text", "</script><script>alert(1)</script><!-- \xff"}});
  EXPECT_EQ(text.find("</script>"), text.rfind("</script>"));
  EXPECT_EQ(text.find("<!--"), std::string::npos);
  EXPECT_EQ(element(text, "x")["text"], "</script><script>alert(1)</script><!-- \xef\xbf\xbd");
}

TEST(HtmlReport, RowsAreColumns) {
  const std::string page = page_of({sample()}, {});
  const auto finding = element(page, "finding-0");
  EXPECT_EQ(finding["message"], "assertion failed: text != \"</script><!--\"");
  EXPECT_EQ(finding["thread"], 1);
  const auto& rows = finding["rows"];
  for (const auto& column : rows) EXPECT_EQ(column.size(), 3u);
  EXPECT_EQ(rows["thread"], ordered_json({0, 1, 1}));
  EXPECT_EQ(rows["sees"], ordered_json({-1, -1, 0}));
  EXPECT_EQ(rows["object"], ordered_json({0, 1, 0}));
  EXPECT_EQ(finding["objects"], ordered_json::parse(R"([{"name":"balance","lock":false},{"name":"m","lock":true}])"));
  EXPECT_EQ(finding["strings"][rows["value"][2].get<int>()], "1");
  EXPECT_EQ(rows["flags"][1].get<int>() & 6, 6);
  EXPECT_EQ(finding["ops"][rows["op"][1].get<int>()], "lock");
  EXPECT_EQ(finding["decisive"]["row"], 1);
  EXPECT_EQ(finding["decisive"]["before"], 0);
  EXPECT_EQ(finding["decisive"]["after"], -1);
  const auto place = finding["places"][rows["place"][2].get<int>()];
  EXPECT_EQ(place, ordered_json::parse(R"([0,6,3,"pay"])"));
  EXPECT_EQ(finding["threads"][1]["holds"][0]["lock"], "m");
}

TEST(HtmlReport, CheckTellsFilesAndCoverage) {
  const std::string path = ::testing::TempDir() + "html_report_" + std::to_string(getpid()) + ".c";
  std::ofstream(path) << "int a;\nint b;\n";
  CheckSummary summary;
  summary.verdict = Verdict::kVerified;
  summary.executions = 12;
  summary.covered = {{path, 2, 7, 4}, {path, 1, 3, 1}, {path, 2, 1, 1}};
  summary.asked = {{"program", "x"}};
  const auto check = element(page_of({}, summary), "check");
  EXPECT_EQ(check["verdict"], "verified");
  EXPECT_EQ(check["heddle"], "1.2.3");
  EXPECT_EQ(check["files"][0]["text"], "int a;\nint b;\n");
  EXPECT_EQ(check["files"][0]["covered"], ordered_json::parse("[[1,3,1],[2,8,5]]"));
  EXPECT_TRUE(check["findings"].empty());
  unlink(path.c_str());
}

TEST(HtmlReport, AFileWithTwoNamesIsOneFile) {
  PageFiles files;
  EXPECT_EQ(files.number("a/../b.c"), 0);
  EXPECT_EQ(files.number("c.c"), 1);
  EXPECT_EQ(files.number("b.c"), 0);
  EXPECT_EQ(files.number("./b.c"), 0);
  EXPECT_EQ(files.number(""), -1);
  EXPECT_EQ(files.json().size(), 2u);
}

TEST(HtmlReport, LongSearchesKeepFewSamples) {
  std::ostringstream out;
  HtmlReport report(out, "");
  CheckProgress progress;
  for (; progress.executions < 100'000; ++progress.executions, progress.seconds += 0.1) report.progress(progress);
  report.finished({});
  const auto samples = element(out.str(), "check")["progress"];
  EXPECT_GE(samples.size(), 400u);
  EXPECT_LE(samples.size(), 1000u);
  EXPECT_EQ(samples[0][1], 0);
  EXPECT_GT(samples.back()[1], 99'000);
  for (size_t i = 1; i < samples.size(); ++i) EXPECT_LT(samples[i - 1][1], samples[i][1]);
}

TEST(Coverage, CountsEveryPosition) {
  auto table = std::make_unique<CoverageTable>();
  for (uint64_t round = 0; round < 3; ++round)
    for (uint64_t p = 1; p <= 5000; ++p) table->add(p * 32, round / 2);
  Coverage sum;
  table->add_to(sum);
  table->add_to(sum);
  EXPECT_EQ(sum.times.size(), 5000u);
  for (const auto& [position, times] : sum.times) EXPECT_EQ(times, 6u) << position;
  EXPECT_EQ(sum.histories.size(), 10'000u);
  EXPECT_FALSE(sum.more);
}

TEST(Coverage, AFullTableStillWorks) {
  auto table = std::make_unique<CoverageTable>();
  for (uint64_t p = 1; p <= 2 * CoverageTable::kSize; ++p) table->add(p, 0);
  for (uint64_t h = 1; h <= 2 * CoverageTable::kHistories; ++h) table->add(1, h);
  Coverage sum;
  table->add_to(sum);
  EXPECT_LE(sum.times.size(), CoverageTable::kSize);
  EXPECT_GT(sum.times.size(), CoverageTable::kSize / 2);
  EXPECT_LE(sum.histories.size(), CoverageTable::kHistories);
  EXPECT_TRUE(sum.more);
}

TEST(Coverage, LocalHistoriesAreWhatTheThreadSaw) {
  auto event = [](ThreadId thread, Op op, uint64_t position, uint64_t read, uint8_t flags = 0) {
    Event e;
    e.thread = thread, e.op = op, e.position = position, e.read = read, e.object = 64, e.flags = flags;
    return e;
  };
  const Event write = event(0, Op::kWrite, 8, 1), other = event(1, Op::kRead, 16, 5), last = event(0, Op::kRead, 24, 0);
  auto histories = [&](std::initializer_list<std::vector<Event>> runs) {
    auto table = std::make_unique<CoverageTable>();
    for (const auto& run : runs) table->add(run);
    Coverage sum;
    table->add_to(sum);
    return std::count_if(sum.histories.begin(), sum.histories.end(), [](const auto& h) { return h.first == 24; });
  };
  // Another order of the threads, and another value overwritten: the thread itself has seen the same.
  EXPECT_EQ(histories({{write, other, last}, {other, event(0, Op::kWrite, 8, 2), last}}), 1);
  // Another value read before: a history of its own. A value that the program does not look at is none.
  EXPECT_EQ(histories({{event(0, Op::kRead, 8, 1), last}, {event(0, Op::kRead, 8, 2), last}}), 2);
  EXPECT_EQ(histories({{event(0, Op::kRmw, 8, 1, kUnused), last}, {event(0, Op::kRmw, 8, 2, kUnused), last}}), 1);
  // Two threads have two histories.
  EXPECT_EQ(histories({{last, event(1, Op::kRead, 24, 0)}}), 2);
}

}  // namespace
}  // namespace heddle
