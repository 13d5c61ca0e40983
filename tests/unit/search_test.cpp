// The search loop, on executors that do what the test says.
#include "explore/search.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace heddle {
namespace {

// Each run has `depth` thread steps with two enabled threads, and stays with one after the prefix; `change` edits the
// trace of run n (from 1).
struct FakeExecutor : Executor {
  size_t depth = 2;
  std::function<void(int n, Trace&, std::vector<Finding>&)> change;
  int runs = 0;
  std::vector<Step> steps;
  std::vector<Event> events;
  std::vector<Finding> findings;
  Trace trace;

  const Trace& run(const Schedule& schedule) override {
    steps.assign(depth, {});
    events.assign(depth, {});
    findings.clear();
    for (size_t i = 0; i < depth; ++i) {
      steps[i].enabled.set(0);
      steps[i].enabled.set(1);
      steps[i].count = 2;
      steps[i].pick = i < schedule.prefix.size() ? schedule.prefix[i] : i > 0 ? steps[i - 1].pick : 0;
      steps[i].event = static_cast<uint32_t>(i);
      events[i].op = Op::kYield;
      events[i].flags = kScheduled;
      events[i].thread = static_cast<ThreadId>(steps[i].pick);
    }
    trace = Trace();
    if (change) change(++runs, trace, findings);
    trace.steps = steps;
    trace.events = events;
    trace.findings = findings;
    return trace;
  }
};

struct Recorder : SearchListener {
  std::vector<Counts> after;
  int restarts = 0;
  int stop_after = -1;
  bool after_run(const Work&, const Trace&, const Counts& counts, Engine&) override {
    after.push_back(counts);
    return static_cast<int>(after.size()) != stop_after;
  }
  void restarted(const Counts&) override { ++restarts; }
};

SearchResult run(FakeExecutor& executor, Recorder& recorder, Limits limits = {}, const char* engine = "dfs",
                 Counts counts = {}) {
  const EngineFactory make = [&] { return make_engine(engine, {}); };
  return search(make(), make, executor, limits, recorder, counts);
}

TEST(Search, CountsEveryInterleavingAfterDiscovery) {
  FakeExecutor executor;
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.stop, Stop::kNothingLeft);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.reason, "");
  EXPECT_EQ(result.counts.executions, 4u);
  EXPECT_EQ(result.counts.events, 8u);
  EXPECT_EQ(result.counts.discovery, 4u);
}

TEST(Search, DiscoveryGoesOnWhileItLearns) {
  FakeExecutor executor;
  executor.change = [](int n, Trace& t, auto&) { t.visibility_grew = n <= 5; };
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.counts.discovery, 7u);
  EXPECT_EQ(recorder.restarts, 0);
  EXPECT_EQ(result.counts.executions, 4u);
}

TEST(Search, RestartsWhenMoreIsVisible) {
  FakeExecutor executor;
  executor.change = [](int n, Trace& t, auto&) { t.visibility_grew = n == 6; };  // the second of the search proper
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(recorder.restarts, 1);
  EXPECT_EQ(result.counts.executions, 4u);
  EXPECT_EQ(result.counts.discovery, 4u + 2u);
  EXPECT_TRUE(result.complete);
}

TEST(Search, SamplersIgnoreVisibility) {
  FakeExecutor executor;
  executor.change = [](int, Trace& t, auto&) { t.visibility_grew = true; };
  Recorder recorder;
  Limits limits;
  limits.max_executions = 10;
  const SearchResult result = run(executor, recorder, limits, "random");
  EXPECT_EQ(result.counts.executions, 10u);
  EXPECT_EQ(result.counts.discovery, 0u);
  EXPECT_EQ(result.stop, Stop::kMaxExecutions);
  EXPECT_FALSE(result.complete);
  EXPECT_NE(result.reason.find("10 executions"), std::string::npos);
}

TEST(Search, FirstFindingStops) {
  FakeExecutor executor;
  executor.change = [](int n, Trace& t, std::vector<Finding>& f) {
    if (n != 6) return;
    t.outcome = Outcome::kFinding;
    f.emplace_back();
  };
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.stop, Stop::kFinding);
  EXPECT_EQ(result.counts.executions, 2u);
  EXPECT_FALSE(result.complete);

  executor.runs = 0;
  Limits limits;
  limits.keep_going = true;
  const SearchResult all = run(executor, recorder, limits);
  EXPECT_EQ(all.counts.executions, 4u);
  EXPECT_TRUE(all.complete);
}

TEST(Search, FindingOfDiscoveryIsTheFirstExecution) {
  FakeExecutor executor;
  executor.change = [](int n, Trace& t, std::vector<Finding>& f) {
    if (n != 2) return;
    t.outcome = Outcome::kFinding;
    f.emplace_back();
  };
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.stop, Stop::kFinding);
  EXPECT_EQ(result.counts.executions, 1u);
  EXPECT_EQ(recorder.after.back().executions, 1u);
}

TEST(Search, BlockedRunsAreNoExecutions) {
  FakeExecutor executor;
  executor.change = [](int n, Trace& t, auto&) {
    if (n == 5 || n == 7) t.outcome = Outcome::kBlocked;
  };
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.counts.executions, 2u);
  EXPECT_EQ(result.counts.blocked, 2u);
  EXPECT_TRUE(result.complete);
}

TEST(Search, UncontrolledRunsMakeItIncomplete) {
  FakeExecutor executor;
  executor.change = [](int n, Trace& t, auto&) {
    if (n == 6) t.outcome = Outcome::kUnsupported;
  };
  Recorder recorder;
  const SearchResult stopped = run(executor, recorder);
  EXPECT_EQ(stopped.stop, Stop::kUncontrolled);
  EXPECT_EQ(stopped.counts.executions, 2u);
  EXPECT_NE(stopped.reason, "");

  executor.runs = 0;
  Limits limits;
  limits.keep_going = true;
  const SearchResult all = run(executor, recorder, limits);
  EXPECT_EQ(all.stop, Stop::kNothingLeft);
  EXPECT_EQ(all.counts.executions, 4u);
  EXPECT_FALSE(all.complete);
  EXPECT_NE(all.reason, "");
}

TEST(Search, GoesOnAfterARunThatIsTooLong) {
  FakeExecutor executor;
  executor.change = [](int, Trace& t, auto&) { t.outcome = Outcome::kStepLimit; };
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.stop, Stop::kNothingLeft);
  EXPECT_EQ(result.counts.executions, 4u);
  EXPECT_FALSE(result.complete);
  EXPECT_NE(result.reason.find("step limit"), std::string::npos);
}

TEST(Search, StopsWhenNoRunEnds) {
  FakeExecutor executor;
  executor.depth = 20000;
  executor.change = [](int, Trace& t, auto&) { t.outcome = Outcome::kStepLimit; };
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.stop, Stop::kUncontrolled);
  EXPECT_EQ(executor.runs, 4);

  executor.runs = 0;
  executor.change = [](int n, Trace& t, auto&) {
    if (n != 2) t.outcome = Outcome::kStepLimit;
  };
  Limits limits;
  limits.max_executions = 8;
  EXPECT_EQ(run(executor, recorder, limits).stop, Stop::kMaxExecutions);
}

TEST(Search, KeepsTheFirstReason) {
  FakeExecutor executor;
  executor.change = [](int n, Trace& t, auto&) {
    if (n == 6) t.reason = "first";
    if (n == 7) t.reason = "second";
  };
  Recorder recorder;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.reason, "first");
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.counts.executions, 4u);
}

TEST(Search, ListenerStops) {
  FakeExecutor executor;
  Recorder recorder;
  recorder.stop_after = 6;
  const SearchResult result = run(executor, recorder);
  EXPECT_EQ(result.stop, Stop::kAsked);
  EXPECT_EQ(result.counts.executions, 2u);
}

TEST(Search, CheckpointSkipsDiscovery) {
  FakeExecutor executor;
  Recorder recorder;
  Counts counts;
  counts.executions = 3;
  const SearchResult result = run(executor, recorder, {}, "dfs", counts);
  EXPECT_EQ(result.counts.discovery, 0u);
  EXPECT_EQ(result.counts.executions, 7u);
}

TEST(Search, SamplerSaysWhatItIsWorth) {
  SearchResult result;
  result.stop = Stop::kMaxExecutions;
  conclude(result, {.max_executions = 7}, *make_engine("pct", {}));
  EXPECT_EQ(result.reason,
            "the limit of 7 executions was reached; a bug of depth 3 would be found with probability >= 0 (k = 1)");
}

TEST(Search, BoundedEngineSaysWhatItCovered) {
  FakeExecutor executor;
  Recorder recorder;
  EngineOptions options;
  options.preemptions = 0;
  const EngineFactory make = [&] { return make_engine("icb", options); };
  const SearchResult result = search(make(), make, executor, {}, recorder);
  EXPECT_EQ(result.stop, Stop::kNothingLeft);
  EXPECT_FALSE(result.complete);
  EXPECT_NE(result.reason.find("0 preemptions"), std::string::npos);
  EXPECT_EQ(result.counts.executions, 2u);
}

}  // namespace
}  // namespace heddle
