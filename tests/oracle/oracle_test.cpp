// Every engine against brute force, on random programs.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

struct Case {
  const char* engine;
  int programs;
  bool commute = false;
  int engines = 1;  // that share the work
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.engine << (c.commute ? ", commuting" : "") << (c.engines > 1 ? ", split" : "");
}

class Oracle : public ::testing::TestWithParam<Case> {};

TEST_P(Oracle, KeepsItsPromise) {
  const Promise* promise = promise_of(GetParam().engine);
  ASSERT_NE(promise, nullptr);
  EngineOptions options;
  options.dependence.commute_rmws = GetParam().commute;
  const MakeBounded make = [&](int preemptions) {
    options.preemptions = preemptions;
    return make_engine(promise->engine, options);
  };
  int judged = 0;
  for (int seed = 1; seed <= GetParam().programs; ++seed) {
    const model::Program program = model::generate(static_cast<uint64_t>(seed));
    const Driver driver{.engines = GetParam().engines, .seed = static_cast<uint64_t>(seed)};
    bool skipped = false;
    const std::string wrong = judge(*promise, make, program, options.dependence, driver, &skipped);
    judged += !skipped;
    if (!wrong.empty()) FAIL() << "seed " << seed << "\n" << report(*promise, make, program, options.dependence, driver);
  }
  EXPECT_GT(judged, GetParam().programs / 3) << "too many programs are too large for brute force";
}

INSTANTIATE_TEST_SUITE_P(Engines, Oracle,
                         ::testing::Values(Case{"dfs", 1500}, Case{"dfs", 300, false, 4}, Case{"icb", 200}, Case{"icb", 150, false, 4},
                                           Case{"dpor", 4000}, Case{"dpor", 1000, true}, Case{"dpor", 1000, false, 4},
                                           Case{"dpor-classic", 1500}, Case{"dpor-classic", 300, false, 4}, Case{"icb+dpor", 250}, Case{"icb+dpor", 150, false, 4},
                                           Case{"optimal", 4000}, Case{"optimal", 1000, true}, Case{"optimal", 1000, false, 4}));

}  // namespace
}  // namespace heddle::oracle
