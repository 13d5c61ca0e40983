// Rows of a hand-made run: what sees what, which switches were choices, what matters; and who holds which lock.
#include "report/row_links.h"

#include <gtest/gtest.h>

#include "report/lock_table.h"

namespace heddle {
namespace {

class Rows : public ::testing::Test {
 protected:
  Event& add(Op op, ThreadId thread, uint64_t object, uint32_t length = 4) {
    Event e;
    e.op = op;
    e.thread = thread;
    e.object = object;
    e.length = length;
    e.flags = kScheduled;
    run_.events.push_back(e);
    Step step;
    step.pick = thread;
    step.event = static_cast<uint32_t>(run_.events.size() - 1);
    step.enabled = able_;
    step.enabled.set(thread);
    run_.steps.push_back(step);
    return run_.events.back();
  }
  const std::vector<TraceRow>& link() {
    for (size_t i = 0; i < run_.events.size(); ++i) {
      TraceRow row;
      row.thread_id = run_.events[i].thread;
      row.op = run_.events[i].op;
      row.event = static_cast<uint32_t>(i);
      rows_.push_back(row);
    }
    link_rows(run_, rows_);
    return rows_;
  }

  RunRecord run_;
  ThreadSet able_;  // besides the one that runs
  std::vector<TraceRow> rows_;
};

TEST_F(Rows, AReadSeesTheLastWrite) {
  add(Op::kWrite, 1, 0x1000);
  add(Op::kWrite, 2, 0x1000);
  add(Op::kRead, 1, 0x1002, 1);
  add(Op::kRead, 2, 0x1000);
  const auto& rows = link();
  EXPECT_EQ(rows[2].sees, 1u);
  EXPECT_EQ(rows[3].sees, std::nullopt);  // its own
}

TEST_F(Rows, LocksSeeUnlocksAndWakeUpsSeeSignals) {
  add(Op::kLock, 1, 0x10);
  add(Op::kCondWait, 1, 0x20).second = 0x10;
  add(Op::kLock, 2, 0x10);
  add(Op::kSignal, 2, 0x20).read = 2;  // wakes thread 1
  add(Op::kUnlock, 2, 0x10);
  add(Op::kCondWake, 1, 0x20).second = 0x10;
  const auto& rows = link();
  EXPECT_EQ(rows[2].sees, 1u);
  EXPECT_EQ(rows[5].sees, 3u);
}

TEST_F(Rows, OnlyAChosenSwitchPreempts) {
  able_.set(1);
  add(Op::kWrite, 1, 0x1000);
  add(Op::kWrite, 2, 0x1000);
  able_.clear();
  add(Op::kWrite, 3, 0x1000);
  const auto& rows = link();
  EXPECT_FALSE(rows[0].takes_over);
  EXPECT_TRUE(rows[1].takes_over && rows[1].preempts);
  EXPECT_TRUE(rows[2].takes_over);
  EXPECT_FALSE(rows[2].preempts);
}

TEST_F(Rows, WhatNobodyElseTouchesDoesNotMatter) {
  add(Op::kWrite, 1, 0x1000);
  add(Op::kRead, 1, 0x2000);
  add(Op::kRead, 2, 0x2000);
  add(Op::kRead, 2, 0x1000);
  add(Op::kLock, 1, 0x3000, 0);
  Event waits;
  waits.op = Op::kLock;
  waits.thread = 2;
  waits.object = 0x3000;
  run_.pending = {waits};
  const auto& rows = link();
  EXPECT_TRUE(rows[0].matters);
  EXPECT_FALSE(rows[1].matters);  // both only read
  EXPECT_FALSE(rows[2].matters);
  EXPECT_TRUE(rows[3].matters);
  EXPECT_TRUE(rows[4].matters);  // somebody waits for it
}

TEST(LockTable, KnowsWhoHoldsWhat) {
  LockTable locks;
  auto tell = [&](Op op, ThreadId thread, uint64_t lock, size_t index) {
    Event e;
    e.op = op;
    e.thread = thread;
    e.object = lock;
    locks.follow(e, index);
  };
  tell(Op::kLock, 1, 0x10, 0);
  tell(Op::kLock, 1, 0x20, 1);
  tell(Op::kReadLock, 2, 0x30, 2);
  ASSERT_NE(locks.holder(0x20), nullptr);
  EXPECT_EQ(locks.holder(0x20)->event, 1u);
  tell(Op::kUnlock, 1, 0x10, 3);
  EXPECT_EQ(locks.holder(0x10), nullptr);
  ASSERT_EQ(locks.held().size(), 2u);
  EXPECT_EQ(locks.held()[0].lock, 0x20u);
  EXPECT_EQ(locks.held()[1].thread, 2);
}

}  // namespace
}  // namespace heddle
