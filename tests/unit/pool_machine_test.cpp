// causal/pool_machine.h and causal/sync_words.h: what events do to the state, one kind of object at a time. The pool learns a small
// program from all its runs; then the machine performs it in orders that are given here.
#include "causal/pool_machine.h"

#include <gtest/gtest.h>

#include "causal/model_replay.h"
#include "causal/sync_words.h"
#include "explore/search.h"
#include "model/executor.h"

namespace heddle::causal {
namespace {

using model::Code;
using model::lit;
using model::on;

struct Learn : SearchListener {
  Pool& pool;
  explicit Learn(Pool& p) : pool(p) {}
  bool after_run(const Work&, const Trace& trace, const Counts&, Engine&) override {
    pool.learn(trace);
    std::vector<uint64_t> deadlock;
    replay_in_model(pool, trace, deadlock);
    return true;
  }
};

// The machine of a program of which every run was seen.
struct Performed {
  Pool pool;
  PoolMachine machine{pool};

  explicit Performed(const model::Program& program) {
    model::ModelExecutor executor(program);
    Learn learn(pool);
    heddle::Limits limits;
    limits.keep_going = true;
    const EngineFactory make = [] { return make_engine("dfs", {}); };
    search(make(), make, executor, limits, learn);
    EXPECT_EQ(pool.problem(), "");
    std::vector<ThreadId> threads;
    for (int t = 0; t < pool.threads(); ++t) threads.push_back(static_cast<ThreadId>(t));
    machine.start(threads, nullptr);
    EXPECT_EQ(machine.settle(), PoolMachine::Step::kDone);
  }

  bool can(int i) const { return machine.enabled() >> i & 1; }
  void step(int i, int choice = 0) {
    ASSERT_TRUE(can(i)) << "thread " << i;
    ASSERT_EQ(machine.perform(i, choice), PoolMachine::Step::kDone) << "thread " << i;
    ASSERT_EQ(machine.settle(), PoolMachine::Step::kDone) << "thread " << i;
  }
  // The word of what thread i is about to use.
  uint64_t word(int i) const { return machine.value(machine.node(i).cell); }
};

TEST(SyncWords, ALockIsTakenAndGivenBack) {
  using namespace words::lock;
  const uint64_t once = take(kFree, 3), twice = take(once, 3);
  EXPECT_TRUE(is_held_by(once, 3));
  EXPECT_FALSE(is_held_by(once, 2));
  EXPECT_TRUE(is_written(once));
  EXPECT_EQ(holds(once), 1u);
  EXPECT_EQ(holds(twice), 2u);
  EXPECT_EQ(release(twice, 3), once);
  EXPECT_EQ(release(once, 3), kFree);
  EXPECT_FALSE(can_release(once, 2));
  EXPECT_FALSE(can_release(kFree, 3));
}

TEST(SyncWords, ReadersAreCounted) {
  using namespace words::lock;
  const uint64_t two = take_shared(take_shared(kFree));
  EXPECT_EQ(readers(two), 2u);
  EXPECT_FALSE(is_written(two));
  EXPECT_FALSE(is_free(two));
  EXPECT_TRUE(can_release(two, 5));
  EXPECT_EQ(release(release(two, 5), 6), kFree);
}

// Thread ids up to the last one do not run into the count of holds.
TEST(SyncWords, TheLastThreadIsAnOwnerLikeOthers) {
  using namespace words::lock;
  const uint32_t last = kMaxThreads - 1;
  EXPECT_TRUE(is_held_by(take(kFree, last), last));
  EXPECT_EQ(holds(take(kFree, last)), 1u);
  EXPECT_EQ(release(take(kFree, last), last), kFree);
}

TEST(SyncWords, WhoIsWoken) {
  EXPECT_EQ(words::one_of(0b10110, 0), 0b10u);
  EXPECT_EQ(words::one_of(0b10110, 2), 0b10000u);
  EXPECT_EQ(words::one_of(0, 0), 0u);
  EXPECT_EQ(words::woken(0b10110, 0, 0), 0u);
  EXPECT_EQ(words::woken(0b10110, 1, 1), 0b100u);
  EXPECT_EQ(words::woken(0b10110, 3, 0), 0b10110u);
  EXPECT_EQ(words::choices(0b10110, 1), 3);
  EXPECT_EQ(words::choices(0b10110, 3), 1);
  EXPECT_EQ(words::choices(0b10110, 0), 1);
  EXPECT_EQ(words::choices(0, 1), 1);
}

TEST(PoolMachine, AMutexKeepsOthersOut) {
  model::Program p =
      model::fork_join({{on(Code::kLock, 0), on(Code::kUnlock, 0)}, {on(Code::kLock, 0), on(Code::kUnlock, 0)}});
  p.mutexes = 1;
  Performed m(p);
  EXPECT_TRUE(m.can(1) && m.can(2));
  m.step(1);
  EXPECT_TRUE(m.can(1));
  EXPECT_FALSE(m.can(2));
  EXPECT_TRUE(words::lock::is_held_by(m.word(1), 1));
  m.step(1);
  EXPECT_TRUE(m.can(2));
  EXPECT_EQ(m.word(2), words::lock::kFree);
}

TEST(PoolMachine, ReadersShareAndKeepAWriterOut) {
  const std::vector<model::Instruction> reader{on(Code::kReadLock, 0), on(Code::kUnlock, 0)};
  model::Program p = model::fork_join({reader, reader, {on(Code::kLock, 0), on(Code::kUnlock, 0)}});
  p.mutexes = 1;
  Performed m(p);
  m.step(1);
  EXPECT_TRUE(m.can(2));
  EXPECT_FALSE(m.can(3));
  m.step(2);
  EXPECT_EQ(words::lock::readers(m.word(1)), 2u);
  m.step(1);
  EXPECT_FALSE(m.can(3));
  m.step(2);
  EXPECT_TRUE(m.can(3));
}

TEST(PoolMachine, ATryThatFailsChangesNothing) {
  model::Program p = model::fork_join(
      {{on(Code::kLock, 0), on(Code::kUnlock, 0)},
       {on(Code::kTryLock, 0, 0), model::when(model::reg(0), model::Compare::kEqual, lit(1), {on(Code::kUnlock, 0)})}});
  p.mutexes = 1;
  Performed m(p);
  m.step(1);
  const uint64_t word = m.word(1);
  m.step(2);  // does not wait
  EXPECT_EQ(m.word(1), word);
  EXPECT_EQ(m.machine.node(2).next, Next::kEnd);
}

TEST(PoolMachine, ASemaphoreLetsAsManyIn) {
  model::Program p = model::fork_join({{on(Code::kSemWait, 0)}, {on(Code::kSemWait, 0)}, {on(Code::kSemPost, 0)}});
  p.semaphores = {1};
  Performed m(p);
  m.step(1);
  EXPECT_FALSE(m.can(2));
  m.step(3);
  EXPECT_TRUE(m.can(2));
}

TEST(PoolMachine, ABarrierLetsAllGoAtOnce) {
  const std::vector<model::Instruction> arrive{on(Code::kBarrier, 0), model::write(0, lit(1))};
  model::Program p = model::fork_join({arrive, arrive});
  p.variables = {0};
  p.barriers = {2};
  Performed m(p);
  m.step(1);
  EXPECT_TRUE(m.machine.is_waiting(1));
  EXPECT_FALSE(m.can(1));
  m.step(2);
  EXPECT_FALSE(m.machine.is_waiting(1));
  EXPECT_TRUE(m.can(1) && m.can(2));
}

TEST(PoolMachine, ASignalWakesTheOneThatIsChosen) {
  const std::vector<model::Instruction> waiter{on(Code::kLock, 0), model::cond_wait(0, 0), on(Code::kUnlock, 0)};
  model::Program p = model::fork_join({waiter, waiter, {on(Code::kSignal, 0), on(Code::kBroadcast, 0)}});
  p.mutexes = p.conditions = 1;
  Performed m(p);
  m.step(1), m.step(1), m.step(2), m.step(2);
  EXPECT_TRUE(m.machine.is_waiting(1) && m.machine.is_waiting(2));
  EXPECT_EQ(m.machine.choices(3), 2);
  m.step(3, 1);
  EXPECT_TRUE(m.machine.is_waiting(1));
  EXPECT_FALSE(m.machine.is_waiting(2));
  m.step(3);
  EXPECT_FALSE(m.machine.is_waiting(1));
  m.step(1);  // takes the mutex again
  EXPECT_FALSE(m.can(2));
}

TEST(PoolMachine, WhatIsReadDecidesHowAThreadGoesOn) {
  model::Program p = model::fork_join(
      {{model::write(0, lit(5))},
       {model::read(0, 0), model::when(model::reg(0), model::Compare::kEqual, lit(5), {model::write(1, lit(1))})}});
  p.variables = {0, 0};
  Performed m(p);
  const size_t start = m.machine.mark();
  m.step(2);
  EXPECT_EQ(m.machine.node(2).next, Next::kEnd);
  m.machine.undo(start);
  m.step(1);
  m.step(2);
  EXPECT_EQ(m.machine.node(2).op, Op::kWrite);
}

TEST(PoolMachine, EveryStepCanBeTakenBack) {
  const std::vector<model::Instruction> body{on(Code::kLock, 0), model::fetch_add(0, 0, lit(1)), on(Code::kUnlock, 0),
                                             on(Code::kSemPost, 0), on(Code::kBarrier, 0)};
  model::Program p = model::fork_join({body, body});
  p.variables = {0};
  p.mutexes = 1;
  p.semaphores = {0};
  p.barriers = {2};
  Performed m(p);
  const auto state = [&] {
    std::vector<uint64_t> all{m.machine.enabled(), m.machine.over()};
    for (int i = 0; i < m.machine.parts(); ++i) all.push_back(m.machine.at(i)), all.push_back(m.machine.is_waiting(i));
    for (CellId c = 0; c < m.pool.cells().size(); ++c)
      all.push_back(m.machine.value(c)), all.push_back(m.machine.known(c));
    return all;
  };
  std::vector<std::pair<size_t, std::vector<uint64_t>>> states;
  for (uint64_t enabled = m.machine.enabled(); enabled != 0 && !m.machine.over(); enabled = m.machine.enabled()) {
    states.emplace_back(m.machine.mark(), state());
    m.step(std::countr_zero(enabled));
  }
  EXPECT_EQ(states.size(), 10u);
  for (; !states.empty(); states.pop_back()) {
    m.machine.undo(states.back().first);
    EXPECT_EQ(state(), states.back().second);
  }
}

}  // namespace
}  // namespace heddle::causal
