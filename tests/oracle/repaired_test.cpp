// Programs that engines once got wrong, made small: every engine keeps its promise on them.
#include <gtest/gtest.h>

#include "judge.h"
#include "model/program.h"

namespace heddle::oracle {
namespace {

using namespace model;

Instruction timed(Instruction wait) {
  wait.timed = true;
  return wait;
}

struct Repaired {
  const char* name;
  Program program;
};

std::vector<Repaired> repaired() {
  std::vector<Repaired> all;
  // A thread that a signal let go on could have given up before: optimal ran its wake-up before the signal.
  Program p = fork_join({{on(Code::kTryLock, 0, 0), when(reg(0), Compare::kEqual, lit(1), {on(Code::kUnlock, 0)})},
                         {on(Code::kLock, 0), timed(cond_wait(0, 0)), on(Code::kUnlock, 0)},
                         {on(Code::kSignal, 0), on(Code::kLock, 0), on(Code::kUnlock, 0)}});
  p.mutexes = p.conditions = 1;
  all.push_back({"conditions that are given up", p});
  // Whether a try, or a compare-exchange, succeeds in another order: optimal did not know, and gave up runs.
  const std::vector<Instruction> trying = {
      on(Code::kTryLock, 0, 0), when(reg(0), Compare::kEqual, lit(1), {fetch_add(1, 0, lit(1)), on(Code::kUnlock, 0)}),
      when(reg(0), Compare::kEqual, lit(0), {write(1, lit(1))})};
  p = fork_join({trying, trying, trying});
  p.variables = {0, 0};
  p.mutexes = 1;
  all.push_back({"tries that succeed in another order", p});
  auto exchanging = [](int by) {
    return std::vector{read(0, 0), compare_exchange(1, 0, reg(0), lit(by)),
                       when(reg(1), Compare::kNotEqual, reg(0), {write(1, reg(1))}),
                       when(reg(1), Compare::kEqual, reg(0), {read(2, 1)})};
  };
  p = fork_join({exchanging(1), exchanging(2), exchanging(3)});
  p.variables = {0, 0};
  all.push_back({"compare-exchanges that succeed in another order", p});
  // A run that ends before a lock does not show that a section begins with it.
  p = fork_join({{compare_exchange(2, 0, lit(0), lit(0)), on(Code::kTryLock, 0, 2)},
                 {write(0, lit(2)), atomically({on(Code::kLock, 0), read(3, 0)})}});
  p.threads[0].body.insert(p.threads[0].body.begin() + 2, write(0, lit(0)));
  p.variables = {0};
  p.mutexes = 1;
  all.push_back({"a section behind a lock that is never had", p});
  // The first thread fails at once, unless the third comes before it: dpor-classic never tried that one first.
  p = fork_join(
      {{compare_exchange(1, 0, lit(0), lit(0)), check(reg(1), Compare::kNotEqual, lit(1)), on(Code::kLock, 0)},
       {on(Code::kLock, 0), on(Code::kUnlock, 0)},
       {write(0, lit(0))}});
  p.threads[0].body = {create(1), create(2), create(3), join(2)};
  p.variables = {1};
  p.mutexes = 1;
  all.push_back({"a failure that hides what the others do", p});
  // Thread 3 fails whatever it does and meets nobody by then; mcr let it sleep, and with it those whom it cuts off.
  p = fork_join({{read(2, 1), write(0, lit(1)), read(0, 0)},
                 {write(0, lit(0)), read(1, 1), check(lit(1), Compare::kNotEqual, lit(1))},
                 {write(1, lit(0)), check(lit(1), Compare::kNotEqual, lit(1))}});
  p.threads[0].body = {create(1), create(2), create(3), join(3)};
  p.variables = {0, 1};
  all.push_back({"a failure that others may come before", p});
  // A thread that waits at a barrier stands before a semaphore: that it cannot go on says nothing about the semaphore.
  p = fork_join({{on(Code::kBarrier, 0), on(Code::kSemWait, 0)}, {on(Code::kBarrier, 0)}});
  p.semaphores = {2};
  p.barriers = {2};
  all.push_back({"a semaphore behind a barrier", p});
  // Thread 2 may wait for ever at either place. That thread 3 can help it is not known when mcr looks for the first of them.
  p = fork_join({{compare_exchange(1, 0, lit(1), lit(0))},
                 {await(2, 0, Compare::kNotEqual, lit(1)), await(2, 1, Compare::kGreater, lit(0))},
                 {read(0, 0), when(reg(0), Compare::kEqual, lit(1), {write(0, lit(0))})}});
  p.threads[0].body = {create(1), create(2), create(3), write(0, lit(1)), join(2)};
  p.variables = {1, 0};
  all.push_back({"a deadlock that its run does not show", p});
  // What comes after the choice, if anything, belongs to the same step: dpor let the choice alone sleep.
  p = fork_join({{atomically({choose(1, 2), when(reg(1), Compare::kEqual, lit(0), {exchange(-1, 0, lit(0))})})},
                 {atomically({compare_exchange(2, 0, lit(0), lit(2)), choose(0, 1)}), choose(0, 1)}});
  p.threads[0].body = {create(1), create(2), join(2)};
  p.variables = {0};
  all.push_back({"a section that begins with a choice", p});
  // Main takes the result of thread 1 before it waits for thread 3: it may do something in between. mcr knew one result only.
  p = fork_join({{exchange(0, 1, lit(0))},
                 {on(Code::kLock, 0), write(0, lit(1)), on(Code::kUnlock, 0)},
                 {write(1, lit(1)), read(0, 2)}});
  Instruction told = join(1), last = join(3);
  told.target = last.target = 2;
  p.threads[1].gives = p.threads[3].gives = true;
  const Instruction on_one = when(reg(2), Compare::kEqual, lit(1), {write(2, lit(1))});
  p.threads[0].body = {create(1), create(2), create(3), read(1, 0), told, on_one, last, write(1, lit(0))};
  p.variables = {0, 0, 0};
  p.mutexes = 1;
  all.push_back({"what a join tells", p});
  // The second lock is no wait: a try that fails can come before it or after it.
  p = fork_join({{on(Code::kLock, 0), on(Code::kLock, 0)}, {on(Code::kUnlock, 0), on(Code::kTryLock, 0, 2)}});
  p.mutexes = 1;
  p.recursive = 0;
  all.push_back({"a mutex that is taken again", p});
  // Thread 2 waits for itself. mcr, saved and loaded, no longer knew which locks are held.
  p = fork_join({{on(Code::kReadLock, 0), on(Code::kUnlock, 0)}, {on(Code::kTryLock, 0, 1), on(Code::kReadLock, 0)}});
  p.threads[0].body = {create(1), create(2), join(2)};
  p.mutexes = 1;
  all.push_back({"a lock that its owner waits for", p});
  // Where additions commute, each of the two lets thread 2 go on without the other: dpor took the first for indispensable.
  p = fork_join({{fetch_add(-1, 0, lit(2))}, {await(0, 0, Compare::kNotEqual, lit(1))}});
  p.threads[0].body = {create(1), create(2), fetch_add(-1, 0, lit(1)), join(2)};
  p.variables = {1};
  all.push_back({"a spin loop that either of two additions ends", p});
  // A wait with a deadline that gave up takes the lock in another order: optimal took it to give up there, too.
  p = fork_join({{on(Code::kLock, 0)}, {on(Code::kTryReadLock, 0, 0)}, {timed(on(Code::kReadLock, 0, 3))}});
  p.mutexes = 1;
  all.push_back({"a wait with a deadline", p});
  // The semaphore is empty, as no step tells: the run ends, since an assumption does not hold. mcr left the work to dpor.
  p = fork_join({{create(4), join(4)}, {on(Code::kLock, 0)}, {write(0, lit(0)), on(Code::kSemWait, 0)}});
  p.threads.push_back({.body = {assume(lit(1), Compare::kNotEqual, lit(1))}});
  p.threads[1].gives = p.threads[4].gives = true;
  p.threads[1].body[1].target = p.threads[0].body[3].target = 2;
  p.variables = {1};
  p.mutexes = 1;
  p.semaphores = {0};
  all.push_back({"an empty semaphore and an assumption", p});
  // Who was last at the barrier goes on at once. When that is the one who fails, nobody sees the other one go on.
  const Instruction looks = on(Code::kBarrier, 0, 0), passes = on(Code::kBarrier, 0);
  p = fork_join({{looks, passes, passes}, {looks, passes, passes, check(lit(0), Compare::kNotEqual, lit(0))}});
  p.threads[0].body = {create(1), create(2), read(0, 1)};
  p.variables = {0, 0};
  p.barriers = {2};
  all.push_back({"a failure behind a barrier", p});
  return all;
}

TEST(Repaired, EveryEngineKeepsItsPromise) {
  for (const Repaired& r : repaired())
    for (const std::string& engine : promised_engines()) {
      EngineOptions options;
      const MakeBounded make = [&](int preemptions) {
        options.preemptions = preemptions;
        return make_engine(engine, options);
      };
      options.dependence.commute_rmws = true;
      EXPECT_EQ(judge(*promise_of(engine), make, r.program, options.dependence, {}), "")
          << r.name << ", " << engine << ", commuting";
      options.dependence = {};
      bool skipped = false;
      EXPECT_EQ(judge(*promise_of(engine), make, r.program, {}, {}, &skipped), "") << r.name << ", " << engine;
      if (engine == "dpor" || engine == "optimal") {
        EXPECT_FALSE(skipped) << r.name;
        Driver asked;
        asked.follows = true;
        EXPECT_EQ(judge(*promise_of(engine), make, r.program, {}, asked), "") << r.name << ", " << engine << ", asked";
      }
      for (uint64_t seed = 1; seed <= 20; ++seed) {  // split, saved and loaded on the way
        Driver driver;
        driver.engines = 4;
        driver.seed = seed;
        EXPECT_EQ(judge(*promise_of(engine), make, r.program, {}, driver), "")
            << r.name << ", " << engine << ", split " << seed;
      }
    }
}

}  // namespace
}  // namespace heddle::oracle
