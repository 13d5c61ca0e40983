// How much of a search is done, and how large it is: on model programs whose numbers are known.
#include <gtest/gtest.h>

#include <cmath>

#include "base/hash.h"
#include "explore/engine.h"
#include "explore/probes.h"
#include "model/executor.h"

namespace heddle {
namespace {

using namespace model;

Program increments(int threads, int rounds) {
  std::vector<std::vector<Instruction>> bodies(static_cast<size_t>(threads),
                                               {repeat(rounds, {fetch_add(0, 0, lit(1))})});
  Program p = fork_join(bodies);
  p.variables = {0};
  return p;
}

// Two writers and a reader whose steps hang on what it read.
Program uneven() {
  Program p = fork_join({{write(0, lit(1)), write(1, lit(1)), write(0, lit(0))},
                         {read(0, 0), when(reg(0), Compare::kEqual, lit(1), {read(1, 1), read(2, 0), read(2, 1)})},
                         {choose(0, 3), write(1, reg(0))}});
  p.variables = {0, 0};
  return p;
}

class Remaining : public ::testing::TestWithParam<const char*> {};

TEST_P(Remaining, EndsWithNothing) {
  for (const Program& program : {increments(3, 3), uneven()}) {
    ModelExecutor executor(program);
    const auto engine = make_engine(GetParam(), {});
    Work work;
    double before = 1;
    const bool exact = std::string(GetParam()) == "dfs";
    while (engine->next(work)) {
      engine->observe(work, executor.run(work.schedule));
      const double remaining = engine->remaining();
      EXPECT_GE(remaining, 0);
      EXPECT_LT(remaining, 1);
      if (exact) EXPECT_LT(remaining, before);
      before = remaining;
    }
    EXPECT_EQ(engine->remaining(), 0) << "nothing is left";
    EXPECT_LT(before, exact ? 1e-9 : 0.2) << "after the last run";
  }
}

// Engines that share the work: what they have left together only shrinks, and is all there is.
TEST_P(Remaining, AddsUpWhenWorkIsSplit) {
  ModelExecutor executor(increments(3, 3));
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(make_engine(GetParam(), {}));
  Random random(7);
  Work work;
  double before = 1;
  uint64_t runs = 0;
  while (!engines.empty()) {
    const size_t turn = random.below(static_cast<uint32_t>(engines.size()));
    if (!engines[turn]->next(work)) {
      engines.erase(engines.begin() + static_cast<std::ptrdiff_t>(turn));
      continue;
    }
    engines[turn]->observe(work, executor.run(work.schedule));
    Writer gift;
    if (++runs % 50 == 0 && engines.size() < 4 && engines[turn]->split(gift)) {
      engines.push_back(make_engine(GetParam(), {}));
      Reader in(gift.bytes());
      ASSERT_TRUE(engines.back()->load(in));
    }
    double sum = 0;
    for (const auto& engine : engines) sum += engine->remaining();
    if (std::string(GetParam()) == "dfs") EXPECT_LE(sum, before + 1e-9) << "run " << runs;
    EXPECT_LE(sum, 1 + 1e-9);
    before = sum;
  }
  EXPECT_LT(before, std::string(GetParam()) == "dfs" ? 1e-9 : 0.2);
}

// Each set of threads to be tried grows while the search goes on; what a twentieth of the runs says is wrong by a factor of 2 at most.
TEST(Growth, KnowsThatBacktrackSetsGrow) {
  const struct {
    Program program;
    uint64_t traces;
  } cases[] = {{increments(3, 3), 1680}, {increments(3, 4), 34650}, {increments(2, 7), 3432}};
  for (const auto& c : cases) {
    ModelExecutor executor(c.program);
    const auto engine = make_engine("dpor", {});
    Work work;
    for (uint64_t runs = 0; runs < c.traces / 20 && engine->next(work); ++runs)
      engine->observe(work, executor.run(work.schedule));
    const double expected = static_cast<double>(c.traces / 20) / (1 - engine->remaining());
    EXPECT_GT(expected, static_cast<double>(c.traces) / 2);
    EXPECT_LT(expected, static_cast<double>(c.traces) * 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, Remaining, ::testing::Values("dfs", "dpor"));

Probes probe(Executor& executor, Probes::What what, uint64_t count) {
  Probes probes(what);
  for (uint64_t i = 0; i < count; ++i) {
    const Schedule schedule = probes.next(mix(i));
    probes.add(schedule, executor.run(schedule));
  }
  return probes;
}

TEST(Probes, ComeCloseToTheNumberOfInterleavings) {
  const struct {
    Program program;
    double interleavings;
  } cases[] = {{increments(3, 3), 1680}, {increments(2, 6), 924}, {increments(4, 3), 369600}};
  for (const auto& c : cases) {
    ModelExecutor executor(c.program);
    const Probes probes = probe(executor, Probes::kRuns, 2000);
    EXPECT_NEAR(probes.mean(), c.interleavings, c.interleavings / 50);
    EXPECT_LE(probes.low(), probes.mean());
    EXPECT_GT(probes.high(), c.interleavings * 0.98);
    EXPECT_LT(probes.low(), c.interleavings * 1.02);
  }
}

uint64_t executions(const Program& program) {
  ModelExecutor executor(program);
  const auto engine = make_engine("dpor", {});
  Work work;
  uint64_t n = 0;
  while (engine->next(work)) {
    const Trace& trace = executor.run(work.schedule);
    n += trace.outcome != Outcome::kBlocked;
    engine->observe(work, trace);
  }
  return n;
}

// Threads that share nothing, some that lock, one whose length hangs on what it read.
Program several_kinds() {
  const std::vector<Instruction> locks = {on(Code::kLock, 0), read(0, 0), write(0, lit(2)), on(Code::kUnlock, 0)};
  Program p = fork_join({locks,
                         locks,
                         {read(0, 1), read(1, 1), write(2, lit(1))},
                         {write(1, lit(1)), write(3, lit(1))},
                         {read(0, 1), when(reg(0), Compare::kEqual, lit(1), {read(1, 0), read(1, 2)})}});
  p.variables = {0, 0, 0, 0};
  p.mutexes = 1;
  return p;
}

TEST(Probes, ComeCloseToTheNumberOfTraces) {
  for (const Program& program : {increments(3, 3), uneven(), several_kinds()}) {
    ModelExecutor executor(program);
    const auto truth = static_cast<double>(executions(program));
    const Probes probes = probe(executor, Probes::kTraces, 5000);
    EXPECT_EQ(probes.refused(), 0u);
    EXPECT_NEAR(probes.mean(), truth, truth / 10);
    EXPECT_GT(probes.high(), truth * 0.95);
    EXPECT_LT(probes.low(), truth * 1.05);
  }
}

TEST(Probes, AreExactWhereAllRunsAreAlike) {
  ModelExecutor executor(increments(1, 5));
  const Probes probes = probe(executor, Probes::kTraces, 3);
  EXPECT_EQ(probes.mean(), 1);
  EXPECT_EQ(probes.low(), 1);
  EXPECT_EQ(probes.high(), 1);
}

}  // namespace
}  // namespace heddle
