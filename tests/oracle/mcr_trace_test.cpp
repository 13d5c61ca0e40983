// Why the pool exists: deriving schedules from one trace at a time misses local histories; `mcr` does not.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/generate.h"

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
