// Programs with inputs: mcr, which follows values and asks a solver about inputs, against brute force over all inputs and schedules.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

model::GenerateOptions with_inputs(uint64_t seed) {
  model::GenerateOptions options;
  options.inputs = true;
  options.workers = 2;
  options.size = 3;
  options.deadlines = options.blocks = false;
  options.arithmetic = seed % 2 == 0;
  options.twins = seed % 3 == 0;
  return options;
}

TEST(Inputs, AllOfThemAndAllSchedules) {
  const Promise* promise = promise_of("mcr");
  EngineOptions options;
  const MakeBounded make = [&](int) { return make_engine("mcr", options); };
  int judged = 0, gave_up = 0;
  for (uint64_t seed = 1; seed <= 1500 && !HasFailure(); ++seed) {
    const model::Program program = model::generate(seed, with_inputs(seed));
    const Driver driver{.follows = true, .seed = seed};
    bool skipped = false;
    const std::string wrong = judge(*promise, make, program, options.dependence, driver, &skipped);
    judged += !skipped;
    if (!wrong.empty())
      FAIL() << "seed " << seed << "\n" << report(*promise, make, program, options.dependence, driver);
    if (skipped) continue;
    Driver again = driver;
    again.max_runs = 100000;
    again.only_noticed = true;
    gave_up += !explore([&] { return make(-1); }, program, options.dependence, again).fallback.empty();
  }
  EXPECT_GT(judged, 500) << "too many programs are too large for brute force";
  EXPECT_LT(gave_up, judged / 10) << "of " << judged;
}

}  // namespace
}  // namespace heddle::oracle
