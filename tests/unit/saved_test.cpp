// What mcr learned, saved and loaded again.
#include <gtest/gtest.h>

#include "causal/ledger.h"
#include "causal/reach.h"
#include "worker/channel.h"

namespace heddle::causal {
namespace {

template <class T>
void save_and_load(const T& from, T& to) {
  Writer out;
  from.save(out);
  Reader in(out.bytes());
  EXPECT_TRUE(to.load(in));
  EXPECT_TRUE(in.at_end());
}

TEST(Saved, LedgerKnowsWhatHasToBecomeVisible) {
  Ledger ledger, loaded;
  Touch write, read;
  write.granule = read.granule = 0x1000;
  write.kind = Touch::kWrite, write.thread = 1;
  read.kind = Touch::kRead, read.thread = 2;
  ledger.born(1, kMainThread, 0);
  ledger.born(2, kMainThread, 1);
  ledger.add(std::vector{write});
  ledger.add(std::vector{read});
  ASSERT_EQ(ledger.to_share(), std::vector<uint64_t>{0x1000});
  save_and_load(ledger, loaded);
  EXPECT_EQ(loaded.to_share(), ledger.to_share());
}

// Whoever goes on has to make those runs.
TEST(Saved, MemoryForgetsWhatIsOnlyAskedFor) {
  Memory memory, loaded;
  memory.races = {1};
  memory.asked_races = {2};
  memory.deadlocks = {{3}};
  memory.asked_deadlocks = {{4}};
  save_and_load(memory, loaded);
  EXPECT_EQ(loaded.races, memory.races);
  EXPECT_EQ(loaded.deadlocks, memory.deadlocks);
  EXPECT_TRUE(loaded.asked_races.empty() && loaded.asked_deadlocks.empty());
}

TEST(Saved, CheckpointsAlternateBetweenTheBuffers) {
  uint64_t stamp = 0;
  for (int i = 0; i < 8; ++i) {
    const uint64_t next = next_checkpoint(stamp);
    EXPECT_GT(next, stamp);
    if (stamp != 0) EXPECT_NE((next - 1) & 1, (stamp - 1) & 1);
    stamp = next;
  }
}

}  // namespace
}  // namespace heddle::causal
