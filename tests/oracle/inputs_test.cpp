// Programs with inputs: mcr, which follows values and asks a solver about inputs, against brute force over all inputs and schedules.
#include <gtest/gtest.h>

#include "causal/path_question.h"
#include "judge.h"
#include "model/generate.h"
#include "smt/decide.h"
#include "smt/z3_paths.h"

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

// Every question is asked as a formula first (explore/mcr_paths.h), of these programs.
void expect_formulas_right(const std::function<model::Program(uint64_t)>& generate, uint64_t seeds, uint64_t answers) {
  const Promise* promise = promise_of("mcr");
  EngineOptions options;
  options.formula_after = 0;
  causal::PathCounts counts;
  causal::path_solver() = [&] { return causal::count_answers(smt::make_z3_paths(), counts); };
  const MakeBounded make = [&](int) { return make_engine("mcr", options); };
  for (uint64_t seed = 1; seed <= seeds && !testing::Test::HasFailure(); ++seed) {
    const model::Program program = generate(seed);
    const Driver driver{.follows = true, .seed = seed};
    if (!judge(*promise, make, program, options.dependence, driver).empty())
      ADD_FAILURE() << "seed " << seed << "\n" << report(*promise, make, program, options.dependence, driver);
  }
  causal::path_solver() = nullptr;
  EXPECT_GT(counts.yes, answers);
  EXPECT_GT(counts.no, answers);
}

TEST(Inputs, FormulasAboutEqualThreads) { expect_formulas_right(model::generate_crowd, 60, 60); }

TEST(Inputs, Formulas) {
  expect_formulas_right([](uint64_t seed) { return model::generate(seed, with_inputs(seed)); }, 100, 40);
}

#ifdef HEDDLE_HAS_CVC5
TEST(Inputs, FormulasWithBothSolvers) {
  smt::deciders() = {smt::Who::kBoth, smt::make_cvc5, [](const std::string& formula) { ADD_FAILURE() << formula; }};
  expect_formulas_right([](uint64_t seed) { return model::generate(seed, with_inputs(seed)); }, 120, 20);
  smt::deciders() = {};
}

TEST(Inputs, FormulasWithCvc5) {
  smt::deciders() = {smt::Who::kSecond, smt::make_cvc5, [](const std::string& formula) { ADD_FAILURE() << formula; }};
  expect_formulas_right(model::generate_crowd, 15, 10);
  smt::deciders() = {};
}
#endif

TEST(Inputs, FormulasWithoutInputs) {
  expect_formulas_right([](uint64_t seed) { return model::generate(seed); }, 60, 10);
}

TEST(Inputs, EqualThreads) {
  const Promise* promise = promise_of("mcr");
  EngineOptions options;
  const MakeBounded make = [&](int) { return make_engine("mcr", options); };
  for (uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    const model::Program program = model::generate_crowd(seed);
    const Driver driver{.follows = true, .seed = seed};
    if (!judge(*promise, make, program, options.dependence, driver).empty())
      FAIL() << "seed " << seed << "\n" << report(*promise, make, program, options.dependence, driver);
  }
}

}  // namespace
}  // namespace heddle::oracle
