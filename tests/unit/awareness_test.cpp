// causal/awareness.h: who knows of the watched access, after one event at a time.
#include "causal/awareness.h"

#include <gtest/gtest.h>

#include "causal/sync_words.h"

namespace heddle::causal {
namespace {

enum : uint8_t { kRelaxed, kConsume, kAcquire, kRelease, kBoth, kStrongest };
constexpr uint64_t kFlag = 0x1000, kMutex = 0x2000, kData = 0x3000;

// Thread 0 has made the watched access; the others know nothing of it.
struct Aware : ::testing::Test {
  Awareness awareness;
  Aware() {
    awareness.clear(true);
    awareness.watch(0, 1, node(Op::kWrite, kRelaxed, kData), true);
  }

  static Node node(Op op, int order = 0, uint64_t object = kFlag) {
    Node n;
    n.next = Next::kEvent;
    n.op = op;
    n.flags = kAtomic;
    n.object = object;
    n.length = 4;
    n.order = n.failed_order = (order + 1) & 7;
    return n;
  }
  void does(int i, const Node& n, bool failed = false, uint64_t word = 0, uint64_t now = 0) {
    awareness.take(n, {i, static_cast<ThreadId>(i), failed, word, now});
  }
  void store(int i, int order) { does(i, node(Op::kWrite, order)); }
  void load(int i, int order) { does(i, node(Op::kRead, order)); }
  void update(int i, int order, bool failed = false) { does(i, node(Op::kRmw, order), failed); }
  void fence(int i, int order) {
    Node n = node(Op::kFence, order);
    n.next = Next::kFence;
    awareness.fence(n, i);
  }
};

TEST_F(Aware, WhoAcquiresWhatWasReleasedKnows) {
  store(0, kRelease);
  load(1, kRelaxed);
  EXPECT_FALSE(awareness.knows(1));
  load(1, kAcquire);
  EXPECT_TRUE(awareness.knows(1));
  EXPECT_FALSE(awareness.knows(2));
}

// Whoever gets to know of the first gets to know of the second, and may not have been told before.
TEST_F(Aware, AccessesAreWatchedTogetherUntilOneIsHandedOn) {
  EXPECT_TRUE(awareness.is_secret());
  store(0, kRelaxed);
  EXPECT_TRUE(awareness.is_secret());
  const size_t mark = awareness.mark();
  awareness.watch_too(2, node(Op::kRead, kRelaxed, kData + 8), false);
  EXPECT_EQ(awareness.watched().size(), 2u);
  fence(0, kRelease);
  EXPECT_FALSE(awareness.is_secret());
  awareness.undo(mark);
  EXPECT_EQ(awareness.watched().size(), 1u);
  EXPECT_TRUE(awareness.is_secret());
  store(0, kRelease);
  EXPECT_FALSE(awareness.is_secret());
  load(1, kRelaxed);  // a fence may make something of it
  store(0, kRelaxed);
  EXPECT_FALSE(awareness.is_secret());
}

// What lies there afterwards is something else. Who frees it still meets what was made before.
TEST_F(Aware, WhatIsFreedIsMetNoMore) {
  awareness.watch_too(2, node(Op::kRead, kRelaxed, kData + 8), false);
  const size_t mark = awareness.mark();
  Node ends = node(Op::kFree, kRelaxed, kData);
  ends.length = 8;
  does(0, ends);
  EXPECT_TRUE(awareness.still_meets(0, ends));
  EXPECT_FALSE(awareness.still_meets(0, node(Op::kWrite, kRelaxed, kData)));
  EXPECT_TRUE(awareness.still_meets(1, node(Op::kWrite, kRelaxed, kData + 8)));
  Node both = node(Op::kWrite, kRelaxed, kData);
  both.length = 16;
  EXPECT_TRUE(awareness.still_meets(1, both));
  EXPECT_FALSE(awareness.still_meets(0, both));
  awareness.watch_too(3, node(Op::kWrite, kRelaxed, kData), true);
  EXPECT_TRUE(awareness.still_meets(2, node(Op::kWrite, kRelaxed, kData)));
  awareness.undo(mark);
  EXPECT_TRUE(awareness.still_meets(0, node(Op::kWrite, kRelaxed, kData)));
}

// What ends a stretch of accesses that are watched together is all that `take` hands on by.
TEST_F(Aware, WhatHandsOnIsKnownBefore) {
  for (int order : {kRelease, kBoth, kStrongest}) {
    EXPECT_TRUE(awareness.may_hand_on(node(Op::kWrite, order)));
    EXPECT_TRUE(awareness.may_hand_on(node(Op::kRmw, order)));
  }
  for (Op op : {Op::kUnlock, Op::kCondWait, Op::kSignal, Op::kBroadcast, Op::kSemPost, Op::kBarrier, Op::kOnceLeave})
    EXPECT_TRUE(awareness.may_hand_on(node(op)));
  EXPECT_TRUE(awareness.may_hand_on(node(Op::kWrite, -1))) << "its order is not known";
  for (Op op : {Op::kWrite, Op::kRmw, Op::kRead, Op::kLock, Op::kSemWait, Op::kOnceEnter, Op::kFutexWake})
    EXPECT_FALSE(awareness.may_hand_on(node(op, kRelaxed)));
}

TEST_F(Aware, ARelaxedStoreHandsNothingOn) {
  store(0, kRelaxed);
  load(1, kStrongest);
  EXPECT_FALSE(awareness.knows(1));
  store(0, kRelease);
  store(0, kRelaxed);  // ends what was released before
  load(1, kStrongest);
  EXPECT_FALSE(awareness.knows(1));
}

TEST_F(Aware, UpdatesBelongToTheReleaseSequence) {
  store(0, kRelease);
  update(2, kRelaxed);
  EXPECT_FALSE(awareness.knows(2));
  load(1, kAcquire);
  EXPECT_TRUE(awareness.knows(1));
}

TEST_F(Aware, AnUpdateThatFailsIsARead) {
  store(0, kRelease);
  update(2, kAcquire, true);
  EXPECT_TRUE(awareness.knows(2));
}

TEST_F(Aware, APlainWriteHandsNothingOn) {
  store(0, kRelease);
  Node plain = node(Op::kWrite);
  plain.flags = 0;
  does(2, plain);
  load(1, kAcquire);
  EXPECT_FALSE(awareness.knows(1));
}

TEST_F(Aware, FencesMakeRelaxedAccessesSynchronise) {
  store(0, kRelaxed);
  fence(0, kRelease);
  store(0, kRelaxed);
  load(1, kRelaxed);
  EXPECT_FALSE(awareness.knows(1));
  fence(1, kRelease);
  EXPECT_FALSE(awareness.knows(1));
  fence(1, kAcquire);
  EXPECT_TRUE(awareness.knows(1));
}

TEST_F(Aware, ReadersAreOrderedWithWritersOnly) {
  does(0, node(Op::kUnlock, 0, kMutex), false, words::lock::kOneReader);
  does(1, node(Op::kReadLock, 0, kMutex));
  EXPECT_FALSE(awareness.knows(1));
  does(2, node(Op::kTryLock, 0, kMutex), true);
  EXPECT_FALSE(awareness.knows(2));
  does(2, node(Op::kLock, 0, kMutex));
  EXPECT_TRUE(awareness.knows(2));
  does(2, node(Op::kUnlock, 0, kMutex), false, words::lock::take(words::lock::kFree, 2));
  does(1, node(Op::kReadLock, 0, kMutex));
  EXPECT_TRUE(awareness.knows(1));
}

TEST_F(Aware, ASignalReachesWhomItWakes) {
  does(0, node(Op::kSignal), false, 0b110, 0b010);
  EXPECT_TRUE(awareness.knows(2));
  EXPECT_FALSE(awareness.knows(1));
}

TEST_F(Aware, ABarrierTellsAllWhoLeaveTheRound) {
  does(0, node(Op::kBarrier), false, 0b000, 0b001);
  does(1, node(Op::kBarrier), false, 0b001, 0);
  EXPECT_TRUE(awareness.knows(1));
  does(2, node(Op::kBarrier), false, 0, 0);  // a round of its own
  EXPECT_FALSE(awareness.knows(2));
}

TEST_F(Aware, EverythingIsTakenBack) {
  const unsigned before[] = {awareness.bits(0), awareness.bits(1), awareness.bits(2)};
  const StateHash objects = awareness.objects();
  const size_t mark = awareness.mark();
  store(0, kRelease);
  load(1, kAcquire);
  load(2, kRelaxed);
  fence(1, kRelease);
  awareness.join(2, 1);
  store(1, kRelaxed);
  does(2, node(Op::kSemPost, 0, kMutex));
  awareness.undo(mark);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(awareness.bits(i), before[i]);
  EXPECT_EQ(awareness.objects().a, objects.a);
  awareness.undo(0);
  EXPECT_FALSE(awareness.watches());
  EXPECT_FALSE(awareness.knows(0));
}

}  // namespace
}  // namespace heddle::causal
