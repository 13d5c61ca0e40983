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
  std::vector<std::vector<Instruction>> bodies(static_cast<size_t>(threads), {repeat(rounds, {fetch_add(0, 0, lit(1))})});
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
    EXPECT_EQ(before, 0) << "after the last run nothing is left";
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
  EXPECT_NEAR(before, 0, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Engines, Remaining, ::testing::Values("dfs", "dpor"));

// 5000 probes come within a tenth of the truth on trees of this size.
TEST(Probes, ComeCloseToTheNumberOfInterleavings) {
  const struct {
    Program program;
    double interleavings;
  } cases[] = {{increments(3, 3), 1680}, {increments(2, 6), 924}, {increments(4, 3), 369600}};
  for (const auto& c : cases) {
    ModelExecutor executor(c.program);
    Probes probes;
    Schedule schedule;
    schedule.tail = Tail::kRandom;
    for (uint64_t i = 0; i < 5000; ++i) {
      schedule.seed = mix(i);
      probes.add(executor.run(schedule));
    }
    EXPECT_NEAR(probes.mean(), c.interleavings, c.interleavings / 10);
    EXPECT_LE(probes.low(), probes.mean());
    EXPECT_GT(probes.high(), c.interleavings * 0.95);
    EXPECT_LT(probes.low(), c.interleavings * 1.05);
  }
}

TEST(Probes, AreExactWhereAllRunsAreAlike) {
  ModelExecutor executor(increments(1, 5));
  Probes probes;
  for (int i = 0; i < 3; ++i) probes.add(executor.run({}));
  EXPECT_EQ(probes.mean(), 1);
  EXPECT_EQ(probes.low(), 1);
  EXPECT_EQ(probes.high(), 1);
}

}  // namespace
}  // namespace heddle
