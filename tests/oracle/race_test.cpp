// Data races: every engine finds exactly those that exist, and a detector that is broken on purpose is caught.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

MakeBounded maker(const char* engine) {
  return [engine](int preemptions) {
    EngineOptions options;
    options.preemptions = preemptions;
    return make_engine(engine, options);
  };
}

class Races : public ::testing::TestWithParam<const char*> {};

TEST_P(Races, AreExactlyThoseThatExist) {
  const Promise* promise = promise_of(GetParam());
  ASSERT_NE(promise, nullptr);
  int with_race = 0, judged = 0;
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    const model::Program program = model::generate_messages(seed);
    bool skipped = false;
    if (!judge(*promise, maker(GetParam()), program, {}, {}, &skipped).empty())
      FAIL() << "seed " << seed << "\n" << report(*promise, maker(GetParam()), program, {});
    judged += !skipped;
    with_race += !brute_force(program)->races.empty();
  }
  EXPECT_GT(judged, 700);
  EXPECT_GT(with_race, 200);
  EXPECT_LT(with_race, 800);
}

INSTANTIATE_TEST_SUITE_P(Engines, Races,
                         ::testing::Values("mcr", "dfs", "icb", "icb+dpor", "dpor", "dpor-classic", "optimal"));

struct BrokenOrder {
  const char* name;
  OrderFault fault;
};
std::ostream& operator<<(std::ostream& out, const BrokenOrder& m) { return out << m.name; }

class BrokenOrders : public ::testing::TestWithParam<BrokenOrder> {};

TEST_P(BrokenOrders, AreCaught) {
  Driver driver;
  driver.order = GetParam().fault;
  for (uint64_t seed = 1; seed <= 2000; ++seed)
    if (judge(*promise_of("dpor"), maker("dpor"), model::generate_messages(seed), {}, driver).find("races") != std::string::npos)
      return;
  FAIL() << "survived 2000 programs";
}

INSTANTIATE_TEST_SUITE_P(Oracle, BrokenOrders,
                         ::testing::Values(BrokenOrder{"no lock edge", OrderFault::kNoLockEdge},
                                           BrokenOrder{"readers order readers", OrderFault::kReadersOrder},
                                           BrokenOrder{"relaxed releases", OrderFault::kRelaxedReleases},
                                           BrokenOrder{"relaxed acquires", OrderFault::kRelaxedAcquires},
                                           BrokenOrder{"no release sequence", OrderFault::kNoReleaseSequence},
                                           BrokenOrder{"no fences", OrderFault::kNoFences},
                                           BrokenOrder{"no barrier edge", OrderFault::kNoBarrierEdge},
                                           BrokenOrder{"no semaphore edge", OrderFault::kNoSemaphoreEdge},
                                           BrokenOrder{"no signal edge", OrderFault::kNoSignalEdge},
                                           BrokenOrder{"no join edge", OrderFault::kNoJoinEdge}));

}  // namespace
}  // namespace heddle::oracle
