// causal/trace_state.h: the acts of one run performed in another order, as far as each would be told the same again.
#include "causal/trace_state.h"

#include <gtest/gtest.h>

#include "model/executor.h"

namespace heddle::causal {
namespace {

using model::Code;
using model::lit;
using model::on;

// The first run of a program: each thread to its end, in the order of their ids.
struct OneRun {
  model::ModelExecutor executor;
  TraceModel model;
  TraceState state{model};

  explicit OneRun(const model::Program& program, std::vector<uint16_t> prefix = {}) : executor(program) {
    Schedule schedule;
    schedule.prefix = std::move(prefix);
    model = TraceModel(executor.run(schedule));
    EXPECT_EQ(model.problem(), "");
    state.start();
  }
  void step(int t, int choice = 0) {
    ASSERT_TRUE(state.can_repeat(t)) << "thread " << t;
    state.perform(t, choice);
  }
};

TEST(TraceState, AReadIsRepeatedOnlyWhereItReadsTheSame) {
  model::Program p = model::fork_join({{model::write(0, lit(7))}, {model::read(0, 0)}});
  p.variables = {0};
  OneRun run(p);  // the write comes first
  EXPECT_FALSE(run.state.can_repeat(2));
  EXPECT_TRUE(run.state.can_answer(2, 0));
  EXPECT_FALSE(run.state.can_answer(2, 7));
  run.step(1);
  EXPECT_TRUE(run.state.can_repeat(2));
  EXPECT_TRUE(run.state.can_answer(2, 7));
}

TEST(TraceState, AMutexKeepsOthersOut) {
  const std::vector<model::Instruction> section{on(Code::kLock, 0), on(Code::kUnlock, 0)};
  model::Program p = model::fork_join({section, section});
  p.mutexes = 1;
  OneRun run(p);
  run.step(2);  // not the order of the run
  EXPECT_FALSE(run.state.can_repeat(1));
  const size_t held = run.state.mark();
  run.step(2);
  EXPECT_TRUE(run.state.can_repeat(1));
  run.state.undo(held);
  EXPECT_FALSE(run.state.can_repeat(1));
  EXPECT_TRUE(run.state.can_repeat(2));
}

TEST(TraceState, ReadersShareALock) {
  const std::vector<model::Instruction> reader{on(Code::kReadLock, 0), on(Code::kUnlock, 0)};
  model::Program p = model::fork_join({reader, reader, {on(Code::kLock, 0), on(Code::kUnlock, 0)}});
  p.mutexes = 1;
  OneRun run(p);
  run.step(1), run.step(2);
  EXPECT_FALSE(run.state.can_repeat(3));
  run.step(1);
  EXPECT_FALSE(run.state.can_repeat(3));
  run.step(2);
  EXPECT_TRUE(run.state.can_repeat(3));
}

// What a semaphore held before a wait is part of that event, not an answer of it.
TEST(TraceState, ASemaphoreIsTakenWhateverItsCountWas) {
  model::Program p = model::fork_join({{on(Code::kSemWait, 0)}, {on(Code::kSemWait, 0)}, {on(Code::kSemPost, 0)}});
  p.semaphores = {2};
  OneRun run(p);
  run.step(2);
  run.step(1);
  EXPECT_TRUE(run.state.can_repeat(3));
}

TEST(TraceState, ATryIsRepeatedOnlyWhereItEndsTheSame) {
  model::Program p = model::fork_join({{on(Code::kTryLock, 0, 0)}, {on(Code::kTryLock, 0, 0)}});
  p.mutexes = 1;
  OneRun run(p);  // the first takes it, the second does not
  EXPECT_FALSE(run.state.can_repeat(2));
  EXPECT_TRUE(run.state.can_answer(2, 0));
  run.step(1);
  EXPECT_TRUE(run.state.can_repeat(2));
  EXPECT_FALSE(run.state.can_answer(2, 0));
}

TEST(TraceState, WhoWaitsIsWokenByASignal) {
  model::Program p = model::fork_join({{on(Code::kLock, 0), model::cond_wait(0, 0), on(Code::kUnlock, 0)},
                                       {on(Code::kLock, 0), on(Code::kSignal, 0), on(Code::kUnlock, 0)}});
  p.mutexes = p.conditions = 1;
  OneRun run(p);
  run.step(1), run.step(1);
  EXPECT_FALSE(run.state.can_repeat(1));  // waits
  run.step(2);
  EXPECT_EQ(run.state.choice_for(2, 1), 0);
  EXPECT_EQ(run.state.choice_for(2, 2), -1);
  run.step(2);
  EXPECT_FALSE(run.state.can_repeat(1));  // was woken; the mutex is held
  run.step(2);
  EXPECT_TRUE(run.state.can_repeat(1));
}

TEST(TraceState, TheHashComesBackWithTheState) {
  const std::vector<model::Instruction> body{on(Code::kLock, 0), model::fetch_add(-1, 0, lit(1)), on(Code::kUnlock, 0)};
  model::Program p = model::fork_join({body, body});
  p.variables = {0};
  p.mutexes = 1;
  OneRun run(p);
  const std::vector<uint8_t> watched(run.model.cells(), 1);
  run.state.start(watched.data());
  std::vector<std::pair<size_t, uint64_t>> seen;
  for (const int t : {1, 1, 1, 2, 2, 2}) {
    seen.emplace_back(run.state.mark(), run.state.hash());
    run.step(t);
    EXPECT_NE(run.state.hash(), seen.back().second);
  }
  for (; !seen.empty(); seen.pop_back()) {
    run.state.undo(seen.back().first);
    EXPECT_EQ(run.state.hash(), seen.back().second);
  }
}

}  // namespace
}  // namespace heddle::causal
