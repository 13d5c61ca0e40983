// A few random programs for every engine that promises something, judged against brute force, with the sanitizers watching.
// tests/oracle does the same with thousands.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

class ShortOracle : public ::testing::TestWithParam<std::string> {};

TEST_P(ShortOracle, KeepsItsPromise) {
  const Promise* promise = promise_of(GetParam());
  ASSERT_NE(promise, nullptr);
  EngineOptions options;
  const MakeBounded make = [&](int preemptions) {
    options.preemptions = preemptions;
    return make_engine(promise->engine, options);
  };
  int judged = 0;
  for (uint64_t seed = 1; seed <= 25; ++seed) {
    const model::Program program = model::generate(seed);
    for (const int engines : {1, 3}) {  // alone; work split, saved and loaded
      bool skipped = false;
      const Driver driver{.engines = engines, .seed = seed};
      ASSERT_EQ(judge(*promise, make, program, options.dependence, driver, &skipped), "") << "seed " << seed;
      judged += !skipped;
    }
  }
  EXPECT_GT(judged, 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, ShortOracle, ::testing::ValuesIn(promised_engines()), [](const auto& info) {
  std::string name = info.param;
  for (char& c : name)
    if (c == '+' || c == '-') c = '_';
  return name;
});

}  // namespace
}  // namespace heddle::oracle
