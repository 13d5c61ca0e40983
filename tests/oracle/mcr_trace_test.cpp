// Why the pool exists: deriving schedules from one trace at a time misses local histories; `mcr` does not.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/generate.h"
#include "smt/z3_solver.h"

namespace heddle::oracle {
namespace {

size_t missing_of(const std::set<uint64_t>& truth, const std::set<uint64_t>& found) {
  size_t missing = 0;
  for (uint64_t h : truth) missing += !found.contains(h);
  return missing;
}

TEST(McrTrace, MissesWhatTheMcrPoolFinds) {
  BruteForceOptions options;
  options.only_noticed = true;
  const Driver driver{.max_runs = 100000, .only_noticed = true};
  size_t programs = 0, histories = 0, missing = 0, programs_with_missing = 0, missing_of_mcr = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const model::Program program = model::generate(seed);
    const auto truth = brute_force(program, options);
    if (!truth) continue;
    const Counted single = explore([] { return make_engine("mcr-trace", {}); }, program, {}, driver);
    EXPECT_FALSE(single.endless) << seed;
    EXPECT_EQ(missing_of(single.histories, truth->histories), 0u) << seed << ": histories that do not exist";
    ++programs;
    histories += truth->histories.size();
    const size_t n = missing_of(truth->histories, single.histories);
    missing += n;
    programs_with_missing += n > 0;
    if (n > 0) {
      const Counted pool = explore([] { return make_engine("mcr", {}); }, program, {}, driver);
      missing_of_mcr += missing_of(truth->histories, pool.histories);
    }
  }
  std::printf("%zu of %zu local histories missed, in %zu of %zu programs\n", missing, histories, programs_with_missing,
              programs);
  EXPECT_GT(programs_with_missing, 0u);
  EXPECT_LT(missing * 4, histories) << "most are found";
  EXPECT_EQ(missing_of_mcr, 0u);
}

class BothSolvers : public testing::Test {
 protected:
  void SetUp() override {
    causal::other_solvers().reference = [] { return smt::make_z3_solver(); };
  }
  void TearDown() override { causal::other_solvers() = {}; }

  static Counted run(const model::Program& program, Solver solver) {
    EngineOptions options;
    options.solver = solver;
    return explore([&] { return make_engine("mcr-trace", options); }, program, {},
                   {.max_runs = 100000, .only_noticed = true});
  }
};

// bench/paper/static/airline.c: three clerks sell while fewer than two tickets are sold. That three are sold needs two clerks that both
// saw one, in one run; each for itself can be seen without the other.
TEST_F(BothSolvers, FindWhatNeedsTwoNewAnswersInOneRun) {
  using namespace model;
  const std::vector<Instruction> clerk = {
      read(0, 0), when(reg(0), Compare::kLess, lit(2), {read(1, 0), add(1, reg(1), lit(1)), write(0, reg(1))})};
  Program program = fork_join({clerk, clerk, clerk}, {read(0, 0), check(reg(0), Compare::kLess, lit(3))});
  program.variables = {0};
  BruteForceOptions options;
  options.only_noticed = true;
  const auto truth = brute_force(program, options);
  ASSERT_TRUE(truth);
  ASSERT_FALSE(truth->failures.empty());
  for (Solver solver : {Solver::kNative, Solver::kZ3}) {
    const Counted found = run(program, solver);
    EXPECT_EQ(found.failures, truth->failures) << "solver " << static_cast<int>(solver);
    EXPECT_EQ(missing_of(truth->histories, found.histories), 0u) << "solver " << static_cast<int>(solver);
  }
}

// Where threads meet in memory alone, failures do not depend on who answers. (Some are missed by both: one trace at a time.
// This did not catch airline; the program above did.)
TEST_F(BothSolvers, FindTheSameFailuresInMemory) {
  model::GenerateOptions generate;
  generate.locks = generate.shared_locks = generate.conditions = generate.semaphores = generate.barriers = false;
  generate.awaits = generate.blocks = generate.deadlines = generate.recursion = generate.sections = false;
  BruteForceOptions options;
  options.only_noticed = true;
  size_t programs = 0, failures = 0, missing = 0, compared = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    const model::Program program = model::generate(seed, generate);
    const auto truth = brute_force(program, options);
    if (!truth || truth->failures.empty()) continue;
    ++programs;
    failures += truth->failures.size();
    const Counted native = run(program, Solver::kNative);
    missing += missing_of(truth->failures, native.failures);
    if (native.executions > 20) continue;  // the reference would take long
    ++compared;
    EXPECT_EQ(run(program, Solver::kZ3).failures, native.failures) << seed;
  }
  std::printf("%zu programs that fail in %zu ways, %zu missed; solvers compared for %zu\n", programs, failures, missing,
              compared);
  EXPECT_GT(compared, 10u);
}

// A checkpoint goes on exactly where it was written.
TEST(McrTrace, SavesAndLoads) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const model::Program program = model::generate(seed);
    const Driver whole{.max_runs = 100000}, saved{.max_runs = 100000, .engines = 2, .seed = seed};
    const MakeEngine make = [] { return make_engine("mcr-trace", {}); };
    const Counted a = explore(make, program, {}, whole), b = explore(make, program, {}, saved);
    EXPECT_FALSE(b.endless) << seed;
    EXPECT_EQ(a.histories, b.histories) << seed;
    EXPECT_EQ(a.executions, b.executions) << seed;
  }
}

}  // namespace
}  // namespace heddle::oracle
