// Engines that share their work in threads here, on executors that do what the test says.
#include "explore/engine_team.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "base/hash.h"
#include "model/executor.h"
#include "model/generate.h"

namespace heddle {
namespace {

// Runs take random times, so that they overlap in many ways.
struct SlowExecutor final : Executor {
  SlowExecutor(const model::Program& program, uint64_t seed) : executor(program), random(seed) {}
  const Trace& run(const Schedule& schedule) override {
    for (uint32_t n = random.below(60); n > 0; --n) std::this_thread::yield();
    return executor.run(schedule);
  }
  model::ModelExecutor executor;
  Random random;
};

struct FakeTeam final : Team, SearchListener {
  FakeTeam(const model::Program& program, int size) {
    for (int i = 0; i < size; ++i)
      executors.push_back(std::make_unique<SlowExecutor>(program, static_cast<uint64_t>(i + 1)));
  }
  int size() const override { return static_cast<int>(executors.size()); }
  Executor& executor(int i) override { return *executors[static_cast<size_t>(i)]; }
  void before_run(int) override { most = std::max(most, ++under_way); }
  Use after_run(int, Trace& trace) override {
    --under_way;
    return change ? change(++runs, trace) : Use::kLearn;
  }
  bool after_run(const Work&, const Trace&, const Counts& counts, Engine&) override {
    return counts.executions != stop_after;
  }
  void restarted(const Counts&) override { ++restarts; }

  std::vector<std::unique_ptr<SlowExecutor>> executors;
  std::function<Use(int run, Trace&)> change;
  int runs = 0, restarts = 0, under_way = 0, most = 0;
  uint64_t stop_after = UINT64_MAX;
};

SearchResult run(FakeTeam& team, Limits limits = {.keep_going = true, .discover = false}) {
  EngineTeam search([] { return make_engine("dfs", {}); }, team, limits, team);
  return search.run();
}

model::Program program() {
  for (uint64_t seed = 1;; ++seed) {
    const model::Program p = model::generate(seed);
    FakeTeam team(p, 1);
    const SearchResult result = run(team, {.max_executions = 500, .keep_going = true, .discover = false});
    if (result.complete && result.counts.executions >= 100) return p;
  }
}

// dfs runs each interleaving once, whoever does it.
TEST(EngineTeam, EachRunOnceHoweverTheyOverlap) {
  const model::Program p = program();
  FakeTeam one(p, 1);
  const SearchResult alone = run(one);
  EXPECT_TRUE(alone.complete);
  int most = 0;
  for (int i = 0; i < 20; ++i) {
    FakeTeam team(p, 4);
    const SearchResult together = run(team);
    EXPECT_TRUE(together.complete);
    EXPECT_EQ(together.counts.executions, alone.counts.executions);
    EXPECT_EQ(together.counts.blocked, alone.counts.blocked);
    most = std::max(most, team.most);
  }
  EXPECT_GT(most, 1) << "no two runs were ever under way at once";
}

TEST(EngineTeam, StartsAgainWhenMoreIsShared) {
  const model::Program p = program();
  FakeTeam one(p, 1), team(p, 3);
  team.change = [](int n, Trace& trace) {
    trace.visibility_grew = n == 7;
    return Team::Use::kLearn;
  };
  const SearchResult result = run(team);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(team.restarts, 1);
  EXPECT_GE(result.counts.discovery, 7u);
  EXPECT_EQ(result.counts.executions, run(one).counts.executions);
}

TEST(EngineTeam, ALostRunIsNeverVerified) {
  FakeTeam team(program(), 3);
  team.change = [](int n, Trace&) { return n == 5 ? Team::Use::kLost : Team::Use::kLearn; };
  const SearchResult result = run(team);
  EXPECT_FALSE(result.complete);
  EXPECT_NE(result.reason, "");
}

TEST(EngineTeam, KeepsToItsLimits) {
  const model::Program p = program();
  FakeTeam team(p, 4);
  const SearchResult some = run(team, {.max_executions = 37, .keep_going = true, .discover = false});
  EXPECT_EQ(some.counts.executions, 37u);
  EXPECT_FALSE(some.complete);
  FakeTeam stopped(p, 4);
  stopped.stop_after = 11;
  EXPECT_EQ(run(stopped).stop, Stop::kAsked);
}

}  // namespace
}  // namespace heddle
