// Engines on programs small enough to count by hand; the oracle does the rest.
#include <gtest/gtest.h>

#include <set>

#include "explore/search.h"
#include "model/executor.h"

namespace heddle {
namespace {

using namespace model;

struct Outcomes : SearchListener {
  // Without discovery runs.
  std::set<FindingKind> findings;
  std::vector<std::vector<uint16_t>> schedules;
  bool after_run(const Work&, const Trace& trace, const Counts& counts, Engine&) override {
    if (counts.executions + counts.blocked == 0) return true;
    for (const Finding& f : trace.findings) findings.insert(f.kind);
    std::vector<uint16_t>& picks = schedules.emplace_back();
    for (const Step& s : trace.steps) picks.push_back(s.pick);
    return true;
  }
};

SearchResult explore(const std::string& engine, const Program& program, Outcomes& outcomes, EngineOptions options = {},
                     uint64_t most = UINT64_MAX) {
  ModelExecutor executor(program, options.dependence);
  Limits limits;
  limits.keep_going = true;
  limits.max_executions = most;
  const EngineFactory make = [&] { return make_engine(engine, options); };
  return search(make(), make, executor, limits, outcomes);
}

Program two_writers_each_two() {
  Program p = fork_join({{write(0, lit(1)), write(0, lit(2))}, {write(1, lit(1)), write(1, lit(2))}});
  p.variables = {0, 0};
  return p;
}

Program lock_order() {
  auto both = [](int a, int b) {
    return std::vector<Instruction>{on(Code::kLock, a), on(Code::kLock, b), on(Code::kUnlock, b), on(Code::kUnlock, a)};
  };
  Program p = fork_join({both(0, 1), both(1, 0)});
  p.mutexes = 2;
  return p;
}

TEST(Engines, Names) {
  EXPECT_EQ(make_engine("nonsense", {}), nullptr);
  for (const char* name : {"dfs", "random", "pct", "icb", "icb+dpor", "dpor", "dpor-classic", "optimal"}) {
    EXPECT_NE(make_engine(name, {}), nullptr) << name;
    EXPECT_NE(std::string(engine_names()).find(name), std::string::npos) << name;
  }
}

TEST(Engines, DfsRunsEachInterleavingOnce) {
  Outcomes outcomes;
  EXPECT_EQ(explore("dfs", two_writers_each_two(), outcomes).counts.executions, 6u);
  EXPECT_EQ(std::set(outcomes.schedules.begin(), outcomes.schedules.end()).size(), 6u);
}

TEST(Engines, IndependentThreadsNeedOneRun) {
  for (const char* engine : {"dpor", "dpor-classic", "optimal"}) {
    Outcomes outcomes;
    const SearchResult result = explore(engine, two_writers_each_two(), outcomes);
    EXPECT_EQ(result.counts.executions, 1u) << engine;
    EXPECT_EQ(result.counts.blocked, 0u) << engine;
  }
}

TEST(Engines, DeadlockIsFoundByAllExhaustiveOnes) {
  for (const char* engine : {"dfs", "icb", "icb+dpor", "dpor", "dpor-classic", "optimal"}) {
    Outcomes outcomes;
    const SearchResult result = explore(engine, lock_order(), outcomes);
    EXPECT_TRUE(result.complete) << engine;
    EXPECT_TRUE(outcomes.findings.contains(FindingKind::kDeadlock)) << engine;
  }
  Outcomes outcomes;  // first thread first, second first, deadlock
  EXPECT_EQ(explore("dpor", lock_order(), outcomes).counts.executions, 3u);
}

TEST(Engines, ValuesAreAllTried) {
  Program p = fork_join({{choose(0, 3), write(0, reg(0))}}, {read(0, 0), check(reg(0), Compare::kNotEqual, lit(2))});
  p.variables = {0};
  for (const char* engine : {"dfs", "icb", "dpor", "optimal"}) {
    Outcomes outcomes;
    EXPECT_EQ(explore(engine, p, outcomes).counts.executions, 3u) << engine;
    EXPECT_EQ(outcomes.findings.size(), 1u) << engine;
  }
}

TEST(Engines, SpinLoopIsNotReversedWithItsWrite) {
  Program p = fork_join({{await(-1, 0, Compare::kEqual, lit(1))}, {write(0, lit(1))}});
  p.variables = {0};
  for (const char* engine : {"dpor", "optimal"}) {
    Outcomes outcomes;
    const SearchResult result = explore(engine, p, outcomes);
    EXPECT_EQ(result.counts.executions, 2u) << engine;  // looked too early and waited, or just in time
    EXPECT_EQ(result.counts.blocked, 0u) << engine;
  }
}

TEST(Engines, SamplersRepeatWithTheirSeed) {
  Program p = fork_join({{write(0, lit(1)), write(0, lit(2)), write(0, lit(3))}, {read(0, 0), read(1, 0), read(2, 0)}});
  p.variables = {0};
  for (const char* engine : {"random", "pct"}) {
    Outcomes first, again, other;
    EngineOptions options;
    explore(engine, p, first, options, 50);
    explore(engine, p, again, options, 50);
    options.seed = 2;
    explore(engine, p, other, options, 50);
    EXPECT_EQ(first.schedules, again.schedules) << engine;
    EXPECT_NE(first.schedules, other.schedules) << engine;
    EXPECT_GT(std::set(first.schedules.begin(), first.schedules.end()).size(), 3u) << engine;
  }
}

TEST(Engines, PctFindsWhatItsBoundPromises) {
  // Depth 2: the reader must come between the two writes.
  Program p = fork_join({{write(0, lit(1)), write(0, lit(0))}, {read(0, 0), check(reg(0), Compare::kEqual, lit(0))}});
  p.variables = {0};
  Outcomes outcomes;
  EngineOptions options;
  options.depth = 2;
  explore("pct", p, outcomes, options, 200);  // probability of at least 1/9 a run
  EXPECT_TRUE(outcomes.findings.contains(FindingKind::kAssertion));
}

TEST(Engines, PctStatesItsProbability) {
  EngineOptions options;
  options.depth = 1;
  const auto pct = make_engine("pct", options);
  EXPECT_NE(pct->progress().find("depth 1"), std::string::npos);
}

TEST(Engines, BoundsAreRespected) {
  // The assertion needs one preemption.
  Program p = fork_join({{write(0, lit(1)), write(0, lit(0))}, {read(0, 0), check(reg(0), Compare::kEqual, lit(0))}});
  p.variables = {0};
  for (const char* engine : {"icb", "icb+dpor"}) {
    EngineOptions options;
    options.preemptions = 0;
    Outcomes none;
    const SearchResult bounded = explore(engine, p, none, options);
    EXPECT_FALSE(bounded.complete) << engine;
    EXPECT_TRUE(none.findings.empty()) << engine;
    EXPECT_NE(bounded.reason.find("up to 0 preemptions"), std::string::npos) << engine;
    options.preemptions = 1;
    Outcomes one;
    explore(engine, p, one, options);
    EXPECT_EQ(one.findings.size(), 1u) << engine;
  }
}

// While somebody is in a section nobody else can go on: that says nothing about the semaphore another waits for.
TEST(Engines, ASectionDoesNotEmptySemaphores) {
  Program p = fork_join({{}, {on(Code::kSemWait, 0), check(lit(0), Compare::kEqual, lit(1))}});
  Instruction section;
  section.code = Code::kAtomic;
  section.body = {read(0, 0), write(1, lit(1))};
  p.threads[0].body = {create(1), join(1)};  // the process ends before thread 2 has to
  p.threads[1].body = {create(2), section};
  p.variables = {0, 0};
  p.semaphores = {1};
  for (const char* engine : {"dfs", "dpor", "mcr"}) {
    Outcomes outcomes;
    explore(engine, p, outcomes);
    EXPECT_TRUE(outcomes.findings.contains(FindingKind::kAssertion)) << engine;
  }
}

TEST(Engines, LoadRefusesNonsense) {
  for (const char* name : {"dfs", "random", "pct", "icb", "icb+dpor", "dpor", "dpor-classic", "optimal"}) {
    Reader in("abc");
    EXPECT_FALSE(make_engine(name, {})->load(in)) << name;
  }
}

}  // namespace
}  // namespace heddle
