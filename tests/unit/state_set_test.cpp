#include "causal/state_set.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::causal {
namespace {

StateHash hash_of(uint64_t x) { return StateHash::part(x, 0); }

// With few threads and with many, which take other slots.
class StateSets : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, StateSets, testing::Values(16, 64));

TEST_P(StateSets, KnowsWhatItHasSeen) {
  StateSet set(GetParam());
  EXPECT_TRUE(set.visit(hash_of(1), 0).is_new);
  EXPECT_FALSE(set.visit(hash_of(1), 0).is_new);
  EXPECT_TRUE(set.visit(hash_of(2), 0).is_new);
  EXPECT_EQ(set.size(), 2u);
  set.clear(GetParam());
  EXPECT_TRUE(set.visit(hash_of(1), 0).is_new);
}

TEST_P(StateSets, SleepersAreThoseWhomAllLeftOut) {
  StateSet set(GetParam());
  EXPECT_TRUE(set.visit(hash_of(1), 0b0111).is_new);
  const Visit second = set.visit(hash_of(1), 0b1101);
  EXPECT_FALSE(second.is_new);
  EXPECT_EQ(second.asleep, 0b0111u);
  EXPECT_EQ(set.visit(hash_of(1), 0).asleep, 0b0101u);
  EXPECT_EQ(set.visit(hash_of(1), 0b0101).asleep, 0u);
}

TEST_P(StateSets, KeepsStatesAndSleepersAsItGrows) {
  StateSet set(GetParam(), 16);
  for (uint64_t i = 0; i < 1000; ++i) EXPECT_TRUE(set.visit(hash_of(i), i % 3 == 0 ? (i + 1) & 0xffff : 0).is_new);
  for (uint64_t i = 0; i < 1000; ++i) {
    const Visit again = set.visit(hash_of(i), ~uint64_t{0});
    EXPECT_FALSE(again.is_new);
    EXPECT_EQ(again.asleep, i % 3 == 0 ? (i + 1) & 0xffff : 0);
  }
  EXPECT_EQ(set.size(), 1000u);
}

// Those at the end of the table go on at its beginning; when it grows they part.
TEST_P(StateSets, GrowsWhereItsEndIsFull) {
  StateSet set(GetParam(), 16);
  uint64_t bits = 1;
  std::vector<StateHash> all;
  for (uint64_t i = 1; i <= 3000; ++i) {
    bits = bits * 6364136223846793005 + 1442695040888963407;
    all.push_back({i, (i % 2 ? ~uint64_t{0} << (bits >> 60) : bits >> 40) << 16});
  }
  for (size_t i = 0; i < all.size(); ++i) {
    ASSERT_TRUE(set.visit(all[i], 0).is_new) << i;
    if (i % 97 == 0)
      for (size_t k = 0; k <= i; ++k) ASSERT_FALSE(set.visit(all[k], 0).is_new) << i << " " << k;
  }
  EXPECT_EQ(set.size(), all.size());
}

TEST(StateSet, ManyThreadsMaySleep) {
  StateSet set(64);
  const uint64_t some = uint64_t{1} << 63 | 1 << 20 | 1;
  EXPECT_TRUE(set.visit(hash_of(1), some).is_new);
  EXPECT_EQ(set.visit(hash_of(1), ~uint64_t{1}).asleep, some);
  EXPECT_EQ(set.visit(hash_of(1), 0).asleep, some & ~uint64_t{1});
  const size_t bytes = set.memory();
  set.clear(16);  // a state of few threads takes less
  for (uint64_t i = 0; i < 700; ++i) set.visit(hash_of(i), 0xffff);
  EXPECT_LT(set.memory(), bytes);
}

}  // namespace
}  // namespace heddle::causal
