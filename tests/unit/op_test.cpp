// The table of operations (trace/op.h): every row stands at its place, rows are consistent, and each question that is derived
// from the table answers what is written out here, operation by operation.
#include "trace/op.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>

#include "trace/dependence.h"

namespace heddle {
namespace {

template <class F>
void for_each_op(F&& f) {
  for (int k = 0; k < kOpCount; ++k) f(static_cast<Op>(k));
}

// `question` is true of exactly these operations.
template <class F>
void expect_exactly(F question, std::initializer_list<Op> ops) {
  for_each_op([&](Op op) { EXPECT_EQ(question(op), std::find(ops.begin(), ops.end(), op) != ops.end()) << name(op); });
}

TEST(Op, every_row_stands_at_its_place_and_has_a_name_of_its_own) {
  std::set<std::string> names;
  for_each_op([&](Op op) {
    EXPECT_EQ(traits(op).op, op);
    ASSERT_NE(name(op), nullptr);
    EXPECT_TRUE(names.insert(name(op)).second) << name(op);
  });
}

TEST(Op, rows_are_consistent) {
  for_each_op([](Op op) {
    const OpTraits& t = traits(op);
    SCOPED_TRACE(t.name);
    EXPECT_EQ(t.hold == Hold::kNothing, t.resource == Resource::kNone);
    if (t.resource == Resource::kLock) {
      EXPECT_EQ(t.object, ObjectKind::kLock);
    }
    if (t.resource == Resource::kMutex) {
      EXPECT_EQ(t.object, ObjectKind::kCondition);
    }
    if (t.resource == Resource::kUnit) {
      EXPECT_EQ(t.object, ObjectKind::kSemaphore);
    }
    if (t.resource == Resource::kOnce) {
      EXPECT_EQ(t.object, ObjectKind::kOnce);
    }
    if (is_shared(op)) {
      EXPECT_TRUE(takes_lock(op));
    }
    if (is_try(op)) {
      EXPECT_FALSE(waits_before(op));
    }
    if (is_automatic(op)) {
      EXPECT_EQ(t.object, ObjectKind::kNothing);
      EXPECT_EQ(t.waits, Waits::kNever);
      EXPECT_FALSE(has_answer(op));
    }
    // Whoever waits before takes something.
    if (waits_before(op)) {
      EXPECT_TRUE(t.hold == Hold::kTakes || t.hold == Hold::kTries);
    }
    EXPECT_EQ(object_kind(op), t.object);
  });
}

TEST(Op, what_waits) {
  expect_exactly(waits_before, {Op::kLock, Op::kReadLock, Op::kCondWake, Op::kSemWait, Op::kOnceEnter});
  expect_exactly(waits_after, {Op::kCondWait, Op::kBarrier, Op::kFutexWait});
}

TEST(Op, what_answers) {
  expect_exactly(has_answer, {Op::kRead, Op::kRmw, Op::kTryLock, Op::kTryReadLock, Op::kUnlock, Op::kSemTryWait,
                              Op::kBarrier, Op::kOnceEnter, Op::kFutexWait, Op::kFutexWake, Op::kChoose, Op::kInput,
                              Op::kLeaveCondition, Op::kLeaveFutex});
  expect_exactly(is_try, {Op::kTryLock, Op::kTryReadLock, Op::kSemTryWait});
  expect_exactly(picks_value, {Op::kSignal, Op::kFutexWake, Op::kChoose, Op::kInput});
}

TEST(Op, what_takes_and_releases_locks) {
  expect_exactly([](Op op) { return takes_lock(op); },
                 {Op::kLock, Op::kTryLock, Op::kReadLock, Op::kTryReadLock, Op::kCondWake});
  expect_exactly([](Op op) { return releases_lock(op); }, {Op::kUnlock, Op::kCondWait});
  expect_exactly(is_shared, {Op::kReadLock, Op::kTryReadLock});
  expect_exactly(uses_mutex, {Op::kCondWait, Op::kCondWake});
}

TEST(Op, what_happens_by_itself) {
  expect_exactly(is_thread_structure, {Op::kBegin, Op::kEnd, Op::kCreate, Op::kJoin});
  expect_exactly(is_automatic, {Op::kBegin, Op::kEnd, Op::kCreate, Op::kJoin, Op::kAwait, Op::kStop});
}

TEST(Op, kinds_of_objects) {
  const auto of_kind = [](ObjectKind kind) { return [kind](Op op) { return object_kind(op) == kind; }; };
  expect_exactly(is_access, {Op::kRead, Op::kWrite, Op::kRmw, Op::kFree});
  expect_exactly(of_kind(ObjectKind::kAccess), {Op::kRead, Op::kWrite, Op::kRmw, Op::kFree});
  expect_exactly(of_kind(ObjectKind::kLock), {Op::kLock, Op::kTryLock, Op::kUnlock, Op::kReadLock, Op::kTryReadLock});
  expect_exactly(of_kind(ObjectKind::kCondition),
                 {Op::kCondWait, Op::kCondWake, Op::kSignal, Op::kBroadcast, Op::kLeaveCondition});
  expect_exactly(of_kind(ObjectKind::kSemaphore), {Op::kSemWait, Op::kSemTryWait, Op::kSemPost});
  expect_exactly(of_kind(ObjectKind::kBarrier), {Op::kBarrier});
  expect_exactly(of_kind(ObjectKind::kOnce), {Op::kOnceEnter, Op::kOnceLeave});
  expect_exactly(of_kind(ObjectKind::kFutex), {Op::kFutexWait, Op::kFutexWake, Op::kLeaveFutex});
}

// An operation on an object conflicts with some operation on the same one, and with none on another.
TEST(Op, every_operation_on_an_object_conflicts_with_another_there) {
  for_each_op([](Op a) {
    if (object_kind(a) == ObjectKind::kNothing) return;
    const auto event = [](Op op, uint64_t object, ThreadId thread) {
      Event e;
      e.op = op, e.object = object, e.second = object + 64, e.length = 4, e.thread = thread;
      return e;
    };
    bool meets = false;
    for_each_op([&](Op b) {
      meets |= conflicts(event(a, 0x1000, 0), event(b, 0x1000, 1));
      EXPECT_EQ(conflicts(event(a, 0x1000, 0), event(b, 0x1000, 1)),
                conflicts(event(b, 0x1000, 1), event(a, 0x1000, 0)));
      EXPECT_FALSE(conflicts(event(a, 0x1000, 0), event(b, 0x2000, 1))) << name(a) << " and " << name(b);
    });
    EXPECT_TRUE(meets) << name(a);
  });
}

}  // namespace
}  // namespace heddle
