// Which accesses are relevant: what the walk says about random programs, against brute force, and walks that are broken on purpose.
#include <gtest/gtest.h>

#include "future_program.h"

namespace heddle {
namespace {

using facts::FutureFault;
using facts::FutureWalk;

struct Score {
  int asked = 0, missed = 0, avoidable = 0, avoided = 0;
};

Score judge(uint64_t programs, FutureWalk::Precision precision, FutureFault fault, bool stop = false) {
  Score score;
  for (uint64_t seed = 1; seed <= programs && !(stop && score.missed > 0); ++seed) {
    FutureProgram program(seed);
    FutureWalk walk(program.futures(), precision, fault);
    for (int i = 0; i < 4; ++i) {
      const auto q = program.ask();
      if (!q) continue;
      const bool says = walk.may_conflict(q->access, q->others, program.world());
      ++score.asked;
      score.missed += q->relevant && !says;
      score.avoidable += !q->relevant;
      score.avoided += !q->relevant && !says;
    }
  }
  return score;
}

TEST(Futures, RelevantAccessesAreKnown) {
  for (auto precision : {FutureWalk::Precision::kFields, FutureWalk::Precision::kHybrid}) {
    const Score s = judge(3000, precision, FutureFault::kNone);
    EXPECT_EQ(s.missed, 0);
    EXPECT_GT(s.asked, 2000);
    EXPECT_GT(s.asked - s.avoidable, 500);
    std::printf("%s: %d accesses, %d need no choice, %d of them get none (%d %%)\n",
                precision == FutureWalk::Precision::kFields ? "fields" : "hybrid", s.asked, s.avoidable, s.avoided,
                s.avoidable ? 100 * s.avoided / s.avoidable : 0);
    if (precision == FutureWalk::Precision::kHybrid) {
      EXPECT_GT(2 * s.avoided, s.avoidable);
    }
  }
}

class BrokenFutures : public testing::TestWithParam<FutureFault> {};

TEST_P(BrokenFutures, AreNoticed) {
  EXPECT_GT(judge(3000, FutureWalk::Precision::kHybrid, GetParam(), true).missed, 0);
}

INSTANTIATE_TEST_SUITE_P(Faults, BrokenFutures,
                         testing::Values(FutureFault::kIgnoreIndexes, FutureFault::kIgnoreCallers,
                                         FutureFault::kIgnoreThreads, FutureFault::kIgnoreUpdates,
                                         FutureFault::kStaleLocals));

}  // namespace
}  // namespace heddle
