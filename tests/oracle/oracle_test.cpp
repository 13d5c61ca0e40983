// Every engine against brute force, on random programs.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

struct Case {
  const char* engine;
  int programs;
  bool commute;
};
std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.engine << (c.commute ? ", commuting" : ""); }

class Oracle : public ::testing::TestWithParam<Case> {};

TEST_P(Oracle, KeepsItsPromise) {
  const Promise* promise = promise_of(GetParam().engine);
  ASSERT_NE(promise, nullptr);
  EngineOptions options;
  options.dependence.commute_rmws = GetParam().commute;
  const MakeEngine make = [&] { return make_engine(promise->engine, options); };
  int judged = 0;
  for (int seed = 1; seed <= GetParam().programs; ++seed) {
    const model::Program program = model::generate(static_cast<uint64_t>(seed));
    bool skipped = false;
    const std::string wrong = judge(*promise, make, program, options.dependence, &skipped);
    judged += !skipped;
    if (!wrong.empty()) FAIL() << "seed " << seed << "\n" << report(*promise, make, program, options.dependence);
  }
  EXPECT_GT(judged, GetParam().programs / 3) << "too many programs are too large for brute force";
}

INSTANTIATE_TEST_SUITE_P(Engines, Oracle,
                         ::testing::Values(Case{"dfs", 2000, false}, Case{"dpor", 5000, false}, Case{"dpor", 2000, true}));

}  // namespace
}  // namespace heddle::oracle
