#include "report/race_cause.h"

#include <gtest/gtest.h>

#include "report/kind_guide.h"

namespace heddle {
namespace {

constexpr uint64_t kData = 0x1000, kFlag = 0x2000, kOther = 0x3000;

Event plain(Op op, ThreadId thread, uint64_t object) {
  return {.op = op, .thread = thread, .length = 8, .object = object};
}
Event atomic(Op op, ThreadId thread, uint64_t object, uint8_t order) {
  return {.op = op, .flags = kAtomic, .thread = thread, .order = order, .length = 8, .object = object};
}

TEST(RaceCause, AMessageThatDoesNotSynchronise) {
  const std::vector<Event> run = {
      plain(Op::kWrite, 1, kData),     atomic(Op::kWrite, 1, kFlag, 0), atomic(Op::kWrite, 1, kOther, 0),
      atomic(Op::kRead, 2, kOther, 0), atomic(Op::kRead, 2, kFlag, 2),  plain(Op::kRead, 2, kData),
  };
  const auto message = message_between(run, 0, 5);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->written, 1u) << "an acquire is nearer to what was meant than two relaxed accesses";
  EXPECT_EQ(message->read, 4u);
  EXPECT_EQ(message_words(run[1], "line 23 in main.0", run[4], "line 32 in main.1"),
            "line 32 in main.1 (acquire) read what line 23 in main.0 stored relaxed: without a release that does not "
            "synchronise");
}

TEST(RaceCause, APointerThatIsNotAtomic) {
  const std::vector<Event> run = {plain(Op::kWrite, 1, kData), plain(Op::kWrite, 1, kFlag), plain(Op::kRead, 2, kFlag),
                                  plain(Op::kRead, 2, kData)};
  const auto message = message_between(run, 0, 3);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->read, 2u);
  EXPECT_EQ(message_words(run[1], "line 2 in a", run[2], "line 3 in b"),
            "line 3 in b read what line 2 in a wrote, which is not atomic: that does not synchronise");
}

TEST(RaceCause, NoMessage) {
  const std::vector<Event> run = {atomic(Op::kWrite, 1, kFlag, 3), plain(Op::kWrite, 1, kData),
                                  atomic(Op::kRead, 2, kFlag, 2), plain(Op::kRead, 2, kData)};
  EXPECT_FALSE(message_between(run, 1, 3)) << "it was sent before the access";
}

TEST(RaceCause, WholeVariables) {
  EXPECT_EQ(whole_of("ring.slots_[1]"), "ring");
  EXPECT_EQ(whole_of("heap#1+8"), "heap#1");
  EXPECT_EQ(whole_of("this->table[2]"), "this->table");
}

TEST(KindGuide, OtherWordsForKinds) {
  EXPECT_EQ(kind_called("data-race"), FindingKind::kRace);
  EXPECT_EQ(kind_called("Data Races"), FindingKind::kRace);
  EXPECT_EQ(kind_called("heap-use-after-free"), FindingKind::kUseAfterFree);
  EXPECT_EQ(kind_called("use_after_free"), FindingKind::kUseAfterFree);
  EXPECT_EQ(kind_called("headache"), std::nullopt);
  EXPECT_EQ(nearest_kind("dedlock"), "deadlock");
}

}  // namespace
}  // namespace heddle
