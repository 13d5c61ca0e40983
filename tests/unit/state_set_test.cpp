#include "causal/state_set.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::causal {
namespace {

StateHash hash_of(uint64_t x) { return StateHash::part(x, 0); }

TEST(StateSet, KnowsWhatItHasSeen) {
  StateSet set;
  EXPECT_TRUE(set.visit(hash_of(1), 0).is_new);
  EXPECT_FALSE(set.visit(hash_of(1), 0).is_new);
  EXPECT_TRUE(set.visit(hash_of(2), 0).is_new);
  EXPECT_EQ(set.size(), 2u);
  set.clear();
  EXPECT_TRUE(set.visit(hash_of(1), 0).is_new);
}

TEST(StateSet, SleepersAreThoseWhomAllLeftOut) {
  StateSet set;
  EXPECT_TRUE(set.visit(hash_of(1), 0b0111).is_new);
  const StateSet::Visit second = set.visit(hash_of(1), 0b1101);
  EXPECT_FALSE(second.is_new);
  EXPECT_EQ(second.asleep, 0b0111u);
  EXPECT_EQ(set.visit(hash_of(1), 0).asleep, 0b0101u);
  EXPECT_EQ(set.visit(hash_of(1), 0b0101).asleep, 0u);
}

TEST(StateSet, KeepsStatesAndSleepersAsItGrows) {
  StateSet set(16);
  for (uint64_t i = 0; i < 1000; ++i) EXPECT_TRUE(set.visit(hash_of(i), i % 3 == 0 ? i + 1 : 0).is_new);
  for (uint64_t i = 0; i < 1000; ++i) {
    const StateSet::Visit again = set.visit(hash_of(i), ~uint64_t{0});
    EXPECT_FALSE(again.is_new);
    EXPECT_EQ(again.asleep, i % 3 == 0 ? i + 1 : 0);
  }
  EXPECT_EQ(set.size(), 1000u);
}

// Those at the end of the table go on at its beginning; when it grows they part.
TEST(StateSet, GrowsWhereItsEndIsFull) {
  StateSet set(16);
  uint64_t bits = 1;
  std::vector<StateHash> all;
  for (uint64_t i = 1; i <= 3000; ++i) {
    bits = bits * 6364136223846793005 + 1442695040888963407;
    all.push_back({i, i % 2 ? ~uint64_t{0} << (bits >> 60) : bits >> 40});
  }
  for (size_t i = 0; i < all.size(); ++i) {
    ASSERT_TRUE(set.visit(all[i], 0).is_new) << i;
    if (i % 97 == 0)
      for (size_t k = 0; k <= i; ++k) ASSERT_FALSE(set.visit(all[k], 0).is_new) << i << " " << k;
  }
  EXPECT_EQ(set.size(), all.size());
}

}  // namespace
}  // namespace heddle::causal
