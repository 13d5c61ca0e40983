// Maximal path causality as published: what its two strategies find, and that nothing is invented.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/generate.h"
#include "smt/z3_paths.h"

namespace heddle::oracle {
namespace {

using namespace model;

class MpcTrace : public testing::Test {
 protected:
  void SetUp() override {
    causal::path_solver() = [] { return smt::make_z3_paths(); };
  }
  void TearDown() override { causal::path_solver() = nullptr; }

  static MakeEngine engine(int strategy) {
    EngineOptions options;
    options.strategy = strategy;
    options.asks = Asks::kQuestions;
    return [options] { return make_engine("mpc-trace", options); };
  }
  static Counted run(const Program& program, int strategy, int engines = 1, uint64_t seed = 0) {
    Driver driver{.max_runs = 20000, .only_noticed = true, .follows = true, .seed = seed};
    driver.engines = engines;
    return explore(engine(strategy), program, {}, driver);
  }
};

// Figure 8: whoever looks at x sees 2 only if the first thread went another way twice.
Program figure8() {
  Program p = fork_join({{input(0, 4), when(reg(0), Compare::kEqual, lit(5),
                                            {input(1, 4), when(reg(1), Compare::kEqual, lit(3), {write(0, lit(2))})})},
                         {read(0, 0), check(reg(0), Compare::kNotEqual, lit(2))}});
  p.variables = {0};
  return p;
}

TEST_F(MpcTrace, Strategy1MissesThePathOfFigure8AndStrategy2DoesNot) {
  const Counted first = run(figure8(), 1), second = run(figure8(), 2);
  EXPECT_TRUE(first.failures.empty());
  EXPECT_EQ(first.executions, 3u);
  EXPECT_EQ(second.failures.size(), 1u);
  EXPECT_EQ(second.executions, 4u);
  EXPECT_NE(second.progress.find("4 paths"), std::string::npos) << second.progress;
}

size_t missing_of(const std::set<uint64_t>& truth, const std::set<uint64_t>& found) {
  size_t missing = 0;
  for (uint64_t h : truth) missing += !found.contains(h);
  return missing;
}

GenerateOptions what_formulas_cover(uint64_t seed) {
  GenerateOptions options;
  options.inputs = seed % 2 == 0;
  options.workers = 2;
  options.size = 3;
  options.conditions = options.semaphores = options.barriers = options.awaits = options.sections = false;
  options.deadlines = options.blocks = options.recursion = false;
  options.arithmetic = seed % 3 == 0;
  return options;
}

// All that is found exists, and of programs that formulas cover hardly anything is missed by strategy 2. (What a thread does
// after another one has ended the process is not asked for.)
TEST_F(MpcTrace, InventsNothingAndMissesLittle) {
  size_t programs = 0, histories = 0, failures = 0, missed[3] = {}, missed_failures[3] = {};
  for (uint64_t seed = 1; seed <= 160; ++seed) {
    const Program program = generate(seed, what_formulas_cover(seed));
    BruteForceOptions options;
    options.only_noticed = options.follows = true;
    const auto truth = brute_force(program, options);
    if (!truth || truth->interleavings > 20000) continue;
    for (int strategy : {1, 2}) {
      const Counted found = run(program, strategy);
      EXPECT_FALSE(found.endless) << seed;
      EXPECT_EQ(missing_of(found.histories, truth->histories), 0u) << seed << ": histories that do not exist";
      EXPECT_EQ(missing_of(found.failures, truth->failures), 0u) << seed << ": failures that do not exist";
      if (truth->any_cut || found.progress.find("not covered") != std::string::npos) continue;
      EXPECT_EQ(found.progress.find("where they should"), std::string::npos) << seed << ": " << found.progress;
      missed[strategy] += missing_of(truth->histories, found.histories);
      missed_failures[strategy] += missing_of(truth->failures, found.failures);
      if (strategy == 1) continue;
      ++programs;
      histories += truth->histories.size();
      failures += truth->failures.size();
    }
  }
  std::printf("%zu programs: of %zu local paths strategy 1 misses %zu, strategy 2 %zu; of %zu failures %zu and %zu\n",
              programs, histories, missed[1], missed[2], failures, missed_failures[1], missed_failures[2]);
  EXPECT_GT(programs, 50u);
  EXPECT_LT(missed[2], missed[1]);
}

// Work that is split, saved and loaded finds the same.
TEST_F(MpcTrace, SplitsAndSaves) {
  for (uint64_t seed = 2; seed <= 60; seed += 2) {
    const Program program = generate(seed, what_formulas_cover(seed));
    const Counted one = run(program, 2), several = run(program, 2, 3, seed);
    EXPECT_FALSE(several.endless) << seed;
    EXPECT_EQ(one.failures, several.failures) << seed;
    EXPECT_EQ(missing_of(one.histories, several.histories), 0u) << seed;
  }
}

}  // namespace
}  // namespace heddle::oracle
