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
  // A run that ends before a lock does not show that a section begins with it.
  p = fork_join({{compare_exchange(2, 0, lit(0), lit(0)), on(Code::kTryLock, 0, 2)},
                 {write(0, lit(2)), atomically({on(Code::kLock, 0), read(3, 0)})}});
  p.threads[0].body.insert(p.threads[0].body.begin() + 2, write(0, lit(0)));
  p.variables = {0};
  p.mutexes = 1;
  all.push_back({"a section behind a lock that is never had", p});
  // The first thread fails at once, unless the third comes before it: dpor-classic never tried that one first.
  p = fork_join({{compare_exchange(1, 0, lit(0), lit(0)), check(reg(1), Compare::kNotEqual, lit(1)), on(Code::kLock, 0)},
                 {on(Code::kLock, 0), on(Code::kUnlock, 0)},
                 {write(0, lit(0))}});
  p.threads[0].body = {create(1), create(2), create(3), join(2)};
  p.variables = {1};
  p.mutexes = 1;
  all.push_back({"a failure that hides what the others do", p});
  return all;
}

TEST(Repaired, EveryEngineKeepsItsPromise) {
  for (const Repaired& r : repaired())
    for (const std::string& engine : promised_engines()) {
      const MakeBounded make = [&](int preemptions) {
        EngineOptions options;
        options.preemptions = preemptions;
        return make_engine(engine, options);
      };
      bool skipped = false;
      EXPECT_EQ(judge(*promise_of(engine), make, r.program, {}, {}, &skipped), "") << r.name << ", " << engine;
      if (engine == "dpor" || engine == "optimal") EXPECT_FALSE(skipped) << r.name;
    }
}

}  // namespace
}  // namespace heddle::oracle
