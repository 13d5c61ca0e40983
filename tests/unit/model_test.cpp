// Model programs: what each instruction does, how runs end, and that C source, generator and shrinker work.
#include <gtest/gtest.h>

#include "model/c_source.h"
#include "model/executor.h"
#include "model/generate.h"
#include "model/shrink.h"

namespace heddle::model {
namespace {

Schedule schedule(std::vector<uint16_t> prefix, Tail tail = Tail::kFirst) {
  Schedule s;
  s.prefix = std::move(prefix);
  s.tail = tail;
  return s;
}

std::vector<Op> scheduled_ops(const Trace& trace) {
  std::vector<Op> ops;
  for (const Event& e : trace.events)
    if (e.flags & kScheduled) ops.push_back(e.op);
  return ops;
}

Program lost_update() {
  const std::vector<Instruction> worker = {read(0, 0), add(0, reg(0), lit(1)), write(0, reg(0))};
  Program p = fork_join({worker, worker}, {read(0, 0), check(reg(0), Compare::kEqual, lit(2))});
  p.variables = {0};
  return p;
}

TEST(Model, ScheduleDecidesLostUpdate) {
  const Program p = lost_update();
  ModelExecutor executor(p);
  EXPECT_EQ(executor.run(schedule({1, 1, 2, 2})).outcome, Outcome::kComplete);
  EXPECT_EQ(executor.machine().variable(0), 2);
  const Trace& bad = executor.run(schedule({1, 2, 1, 2}));
  EXPECT_EQ(bad.outcome, Outcome::kFinding);
  ASSERT_EQ(bad.findings.size(), 1u);
  EXPECT_EQ(bad.findings[0].kind, FindingKind::kAssertion);
  EXPECT_EQ(bad.findings[0].thread, kMainThread);
  EXPECT_EQ(bad.steps.size(), 5u);
  EXPECT_EQ(bad.steps[0].count, 2);
  EXPECT_EQ(bad.steps[4].count, 1);
}

TEST(Model, ThreadStructureIsNoChoice) {
  const Program p = lost_update();
  ModelExecutor executor(p);
  const Trace& trace = executor.run(schedule({}));
  std::vector<Op> structure;
  for (const Event& e : trace.events)
    if (!(e.flags & kScheduled)) structure.push_back(e.op);
  EXPECT_EQ(structure, (std::vector<Op>{Op::kBegin, Op::kCreate, Op::kCreate, Op::kBegin, Op::kBegin, Op::kEnd,
                                        Op::kJoin, Op::kEnd, Op::kJoin, Op::kEnd}));
  for (size_t i = 0; i < trace.steps.size(); ++i)
    EXPECT_EQ(trace.events[trace.steps[i].event].thread, trace.steps[i].pick);
}

TEST(Model, ImpossiblePrefixDiverges) {
  const Program p = lost_update();
  ModelExecutor executor(p);
  EXPECT_EQ(executor.run(schedule({0})).outcome, Outcome::kDiverged);
}

TEST(Model, DeadlockNamesPendingLocks) {
  Program p = fork_join({{on(Code::kLock, 0), on(Code::kLock, 1), on(Code::kUnlock, 1), on(Code::kUnlock, 0)},
                         {on(Code::kLock, 1), on(Code::kLock, 0), on(Code::kUnlock, 0), on(Code::kUnlock, 1)}});
  p.mutexes = 2;
  ModelExecutor executor(p);
  EXPECT_EQ(executor.run(schedule({1, 1, 1, 1})).outcome, Outcome::kComplete);
  const Trace& stuck = executor.run(schedule({1, 2}));
  EXPECT_EQ(stuck.outcome, Outcome::kFinding);
  EXPECT_EQ(stuck.findings[0].kind, FindingKind::kDeadlock);
  ASSERT_EQ(stuck.pending.size(), 3u);
  EXPECT_EQ(stuck.pending[0].op, Op::kJoin);
  EXPECT_EQ(stuck.pending[1].op, Op::kLock);
  EXPECT_EQ(stuck.pending[1].object, kMutexBase + 8);
  EXPECT_EQ(stuck.pending[2].object, kMutexBase);
}

TEST(Model, SignalChoosesAmongWaiters) {
  const std::vector<Instruction> waiter = {on(Code::kLock, 0), cond_wait(0, 0), on(Code::kUnlock, 0)};
  Program p = fork_join({waiter, waiter, {on(Code::kSignal, 0), on(Code::kBroadcast, 0)}});
  p.mutexes = p.conditions = 1;
  ModelExecutor executor(p);
  const Trace& trace = executor.run(schedule({1, 1, 2, 2, 3, 1, 2, 2, 3}));
  EXPECT_EQ(trace.outcome, Outcome::kComplete);
  ASSERT_GT(trace.steps.size(), 6u);
  EXPECT_EQ(trace.steps[5].kind, Step::kValue);
  EXPECT_EQ(trace.steps[5].count, 2);
  EXPECT_EQ(trace.events[trace.steps[4].event].read, 3u);  // thread 2 was woken
  EXPECT_EQ(scheduled_ops(trace),
            (std::vector<Op>{Op::kLock, Op::kCondWait, Op::kLock, Op::kCondWait, Op::kSignal, Op::kCondWake,
                             Op::kUnlock, Op::kBroadcast, Op::kCondWake, Op::kUnlock}));
}

TEST(Model, BarrierReleasesOthersWithoutStep) {
  Program p = fork_join({{on(Code::kBarrier, 0), write(0, lit(1))}, {on(Code::kBarrier, 0), read(0, 0)}});
  p.barriers = {2};
  p.variables = {0};
  ModelExecutor executor(p);
  const Trace& trace = executor.run(schedule({1, 2, 1, 2}));
  EXPECT_EQ(trace.outcome, Outcome::kComplete);
  EXPECT_EQ(trace.steps.size(), 4u);
  EXPECT_EQ(trace.steps[1].count, 1);
  EXPECT_EQ(trace.steps[2].count, 2);
  EXPECT_EQ(executor.machine().register_of(2, 0), 1);
}

TEST(Model, AwaitSleepsUntilChange) {
  Program p = fork_join({{await(0, 0, Compare::kEqual, lit(2))}, {write(0, lit(1)), write(0, lit(2))}});
  p.variables = {0};
  ModelExecutor executor(p);
  const Trace& trace = executor.run(schedule({1, 2, 1, 2}));
  EXPECT_EQ(trace.outcome, Outcome::kComplete);
  EXPECT_EQ(trace.steps[1].count, 1);
  EXPECT_TRUE(trace.events[trace.steps[2].event].flags & kAfterAwait);
  EXPECT_EQ(executor.machine().register_of(1, 0), 2);

  Program never = fork_join({{await(0, 0, Compare::kEqual, lit(7))}});
  never.variables = {0};
  ModelExecutor stuck(never);
  EXPECT_EQ(stuck.run(schedule({})).findings[0].kind, FindingKind::kLivelock);
}

TEST(Model, AssumeStopsOneThreadOnly) {
  Program p = fork_join({{assume(lit(0), Compare::kEqual, lit(1)), write(0, lit(1))}, {write(0, lit(2))}});
  p.variables = {0};
  ModelExecutor executor(p);
  EXPECT_EQ(executor.run(schedule({})).outcome, Outcome::kBlocked);
  EXPECT_EQ(executor.machine().variable(0), 2);
}

TEST(Model, SleepersWakeOnConflictOnly) {
  Program p = fork_join({{write(0, lit(1))}, {write(1, lit(1)), write(0, lit(2))}});
  p.variables = {0, 0};
  ModelExecutor executor(p);
  Schedule s = schedule({2});
  s.asleep.set(1);
  const Trace& trace = executor.run(s);
  EXPECT_EQ(trace.outcome, Outcome::kComplete);  // the second write wakes thread 1
  EXPECT_EQ(trace.steps[1].pick, 2);
  EXPECT_EQ(trace.steps[2].pick, 1);
  s.prefix = {2, 2};
  s.asleep.set(1);
  EXPECT_EQ(executor.run(s).outcome, Outcome::kComplete);  // the last step of the prefix wakes it
}

TEST(Model, CSourceHasOneLinePerEvent) {
  const std::string c = to_c(lost_update());
  EXPECT_NE(c.find("  r0 = __atomic_load_n(&v0, __ATOMIC_SEQ_CST);\n"), std::string::npos);
  EXPECT_NE(c.find("assert(r0 == 2);"), std::string::npos);
  EXPECT_NE(c.find("pthread_create(&h1, 0, t1, 0);"), std::string::npos);
}

TEST(Model, GeneratorIsSeeded) {
  EXPECT_EQ(generate(7), generate(7));
  EXPECT_NE(generate(7), generate(8));
}

TEST(Model, ShrinkerFindsTheCore) {
  // Whatever the program, keep it failing as long as somebody exchanges.
  auto exchanges = [](const Program& p) { return to_c(p).find("__atomic_exchange_n") != std::string::npos; };
  Program p;
  uint64_t seed = 1;
  do p = generate(seed++);
  while (!exchanges(p) || p.threads.size() < 4);
  const Program small = shrink(p, exchanges);
  EXPECT_TRUE(exchanges(small));
  EXPECT_LE(size(small), 2);  // the exchange, and perhaps the creation of its thread
}

}  // namespace
}  // namespace heddle::model
