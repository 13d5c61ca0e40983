// mcr by several threads, on executors that do what the test says.
#include "explore/mcr_team.h"

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
  void before_run(int) override { ++under_way, most = std::max(most, under_way); }
  Use after_run(int, Trace& trace) override {
    --under_way;
    return change ? change(++runs, trace) : Use::kLearn;
  }
  bool after_run(const Work&, const Trace&, const Counts& c, Engine&) override {
    told = c;
    return told.executions != stop_after;
  }
  void restarted(const Counts&) override { ++restarts; }

  std::vector<std::unique_ptr<SlowExecutor>> executors;
  std::function<Use(int run, Trace&)> change;
  int runs = 0, restarts = 0, under_way = 0, most = 0;
  uint64_t stop_after = UINT64_MAX;
  Counts told;
};

// One that takes some dozens of runs.
model::Program program() {
  for (uint64_t seed = 1;; ++seed) {
    const model::Program p = model::generate(seed);
    FakeTeam team(p, 1);
    McrTeam search({}, team, {.keep_going = true, .discover = false}, team);
    const SearchResult result = search.run();
    if (search.gave_up().empty() && result.complete && result.counts.executions >= 20) return p;
  }
}

SearchResult run(FakeTeam& team, Limits limits = {.keep_going = true, .discover = false},
                 uint64_t* histories = nullptr) {
  McrTeam search({}, team, limits, team);
  const SearchResult result = search.run();
  EXPECT_EQ(search.gave_up(), "");
  if (histories) *histories = search.histories();
  return result;
}

TEST(McrTeam, SameHistoriesHoweverRunsOverlap) {
  const model::Program p = program();
  FakeTeam one(p, 1);
  uint64_t expected = 0;
  const SearchResult alone = run(one, {.keep_going = true, .discover = false}, &expected);
  EXPECT_TRUE(alone.complete);
  int most = 0;
  for (int i = 0; i < 20; ++i) {
    FakeTeam team(p, 4);
    uint64_t found = 0;
    EXPECT_TRUE(run(team, {.keep_going = true, .discover = false}, &found).complete);
    EXPECT_EQ(found, expected);
    most = std::max(most, team.most);
  }
  EXPECT_GT(most, 1) << "no two runs were ever under way at once";
}

TEST(McrTeam, StartsAgainWhenMoreIsShared) {
  const model::Program p = program();
  FakeTeam team(p, 3);
  team.change = [](int n, Trace& trace) {
    trace.visibility_grew = n == 7;
    return Team::Use::kLearn;
  };
  const SearchResult result = run(team);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(team.restarts, 1);
  EXPECT_GE(result.counts.discovery, 7u);
  EXPECT_EQ(result.counts.discovery + result.counts.executions + result.counts.blocked,
            static_cast<uint64_t>(team.runs));
}

TEST(McrTeam, RunsMadeAgainDoNotCount) {
  const model::Program p = program();
  FakeTeam team(p, 3);
  int again = 0;
  team.change = [&](int n, Trace&) {
    again += n % 3 == 0;
    return n % 3 == 0 ? Team::Use::kAgain : Team::Use::kLearn;
  };
  const SearchResult result = run(team);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.counts.executions + result.counts.blocked, static_cast<uint64_t>(team.runs - again));
}

TEST(McrTeam, ALostRunIsNeverVerified) {
  const model::Program p = program();
  FakeTeam team(p, 3);
  team.change = [](int n, Trace&) { return n == 5 ? Team::Use::kLost : Team::Use::kLearn; };
  const SearchResult result = run(team);
  EXPECT_FALSE(result.complete);
  EXPECT_NE(result.reason.find("ended with its process"), std::string::npos) << result.reason;
}

TEST(McrTeam, LimitOnExecutionsIsExact) {
  const model::Program p = program();
  FakeTeam team(p, 4);
  const SearchResult result = run(team, {.max_executions = 9, .keep_going = true, .discover = false});
  EXPECT_EQ(result.stop, Stop::kMaxExecutions);
  EXPECT_EQ(result.counts.executions, 9u);
  EXPECT_FALSE(result.complete);
}

TEST(McrTeam, StopsWhenAsked) {
  const model::Program p = program();
  FakeTeam team(p, 4);
  team.stop_after = 6;
  const SearchResult result = run(team);
  EXPECT_EQ(result.stop, Stop::kAsked);
  EXPECT_EQ(result.counts.executions, 6u);
}

TEST(McrTeam, GoesOnFromWhatItSaved) {
  const model::Program p = program();
  uint64_t expected = 0, found = 0;
  FakeTeam one(p, 1), first(p, 3), second(p, 3);
  run(one, {.keep_going = true, .discover = false}, &expected);
  Writer saved;
  struct Saver final : SearchListener {
    Writer& out;
    explicit Saver(Writer& o) : out(o) {}
    bool after_run(const Work&, const Trace&, const Counts& counts, Engine& engine) override {
      if (counts.executions < 8) return true;
      engine.save(out);
      return false;
    }
  } saver(saved);
  McrTeam begin({}, first, {.keep_going = true, .discover = false}, saver);
  EXPECT_FALSE(begin.run().complete);
  McrTeam rest({}, second, {.keep_going = true, .discover = false}, second);
  Reader in(saved.bytes());
  ASSERT_TRUE(rest.load(in, {.executions = 8}));
  EXPECT_TRUE(in.at_end());
  EXPECT_TRUE(rest.run().complete);
  found = rest.histories();
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace heddle
