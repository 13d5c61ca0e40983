// SARIF, JUnit, GitHub annotations, and the guide to the kinds of findings.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "report/fingerprint.h"
#include "report/github_report.h"
#include "report/junit_report.h"
#include "report/kind_guide.h"
#include "report/layout.h"
#include "report/sarif_report.h"

namespace heddle {
namespace {

ReportedFinding sample() {
  ReportedFinding found;
  Explanation& e = found.explanation;
  e.kind = FindingKind::kAssertion;
  e.message = "assertion failed: a < b && \"x\"";
  e.thread = "main";
  e.place = {"dir with space/bank.c", 12, 3, "main", ""};
  for (ThreadId t = 0; t < 3; ++t) {
    ThreadEnd end;
    end.id = t;
    end.name = t == 0 ? "main" : "main." + std::to_string(t - 1);
    e.threads.push_back(end);
  }
  for (const ThreadId t : {0, 1, 2, 1}) {
    TraceRow row;
    row.thread_id = t;
    row.thread = e.threads[t].name;
    row.place = {"dir with space/bank.c", 5u + t, 1, "pay", ""};
    row.what = "write balance = 1";
    e.rows.push_back(row);
  }
  e.decisive = Decisive{2, true, 1, 3, "line 7 in main.1 came between line 6 and line 6 of main.0"};
  found.replay = "heddle replay x";
  return found;
}

nlohmann::json sarif() {
  std::ostringstream out;
  SarifReport report(out, "1.2.3");
  report.finding(sample());
  CheckSummary s;
  s.verdict = Verdict::kBug;
  report.finished(s);
  return nlohmann::json::parse(out.str());
}

TEST(Sarif, HasAFlowPerThreadInOneOrder) {
  const auto log = sarif();
  EXPECT_EQ(log["version"], "2.1.0");
  const auto& run = log["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "heddle");
  const auto& result = run["results"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<size_t>()]["id"], result["ruleId"]);
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "dir%20with%20space/bank.c");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 12);
  const auto& flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 3u);
  std::set<int> orders;
  for (const auto& flow : flows)
    for (const auto& at : flow["locations"]) EXPECT_TRUE(orders.insert(at["executionOrder"].get<int>()).second);
  EXPECT_EQ(orders, (std::set<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(flows[0]["locations"].back()["executionOrder"], 5) << "the failure comes last, in its thread";
}

TEST(Sarif, FingerprintsSurviveMovedLines) {
  const std::string file = ::testing::TempDir() + "fingerprint.c";
  Explanation e = sample().explanation;
  e.place.file = file;
  e.place.line = 1;
  std::ofstream(file) << "assert(x);\n";
  const std::string before = fingerprint(e);
  std::ofstream(file) << "\n\n  assert(x);\n";
  e.place.line = 3;
  EXPECT_EQ(fingerprint(e), before);
  std::ofstream(file) << "\n\n  assert(y);\n";
  EXPECT_NE(fingerprint(e), before);
  e.kind = FindingKind::kDeadlock;
  EXPECT_NE(fingerprint(e), before);
}

TEST(Junit, EscapesWhatXmlCannotHold) {
  EXPECT_EQ(xml_text("a<b & \"c\"\x01\xff é"), "a&lt;b &amp; &quot;c&quot;?? é");
  std::ostringstream out;
  JunitReport report(out, "bank");
  report.finding(sample());
  CheckSummary s;
  s.verdict = Verdict::kBug;
  report.finished(s);
  EXPECT_NE(out.str().find("tests=\"1\" failures=\"1\" errors=\"0\""), std::string::npos);
  EXPECT_NE(out.str().find("name=\"bank: assertion at dir with space/bank.c:12\""), std::string::npos);
  EXPECT_NE(out.str().find("a &lt; b"), std::string::npos);
}

TEST(Junit, AnInconclusiveCheckIsAnError) {
  std::ostringstream out;
  JunitReport report(out, "bank");
  CheckSummary s;
  s.verdict = Verdict::kInconclusive;
  s.reason = "the time limit was reached";
  report.finished(s);
  EXPECT_NE(out.str().find("<error type=\"inconclusive\" message=\"the time limit was reached\"/>"), std::string::npos);
  EXPECT_NE(out.str().find("errors=\"1\""), std::string::npos);
}

TEST(Github, EscapesCommands) {
  auto found = sample();
  found.explanation.place.file = "a,b:c.c";
  found.explanation.message = "100%\nsure";
  std::ostringstream out;
  GithubReport(out).finding(found);
  EXPECT_EQ(out.str().substr(0, out.str().find("%0AWhat")),
            "::error file=a%2Cb%3Ac.c,line=12,col=3,title=heddle%3A assertion in thread main::100%25%0Asure");
}

TEST(KindGuide, EveryKindIsExplained) {
  std::set<std::string> examples;
  for (int k = 0; k < kFindingKindCount; ++k) {
    const auto kind = static_cast<FindingKind>(k);
    EXPECT_TRUE(examples.insert(guide_of(kind).example).second);
    const std::string text = guide_text(kind);
    EXPECT_NE(text.find("How to fix it"), std::string::npos);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(columns_of(line), 80u) << line;
    EXPECT_NE(guide_list().find(name(kind)), std::string::npos);
  }
}

}  // namespace
}  // namespace heddle
