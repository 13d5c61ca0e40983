// Who judges the judge? Engines broken on purpose: the oracle must catch each of them, or it proves nothing.
#include <gtest/gtest.h>

#include "causal/reach_fault.h"
#include "explore/dpor.h"
#include "explore/engines.h"
#include "judge.h"
#include "model/generate.h"
#include "trace/happens_before.h"

namespace heddle::oracle {
namespace {

struct Mutant {
  const char* name;
  Fault fault;
  const char* engine = "dpor";
};
std::ostream& operator<<(std::ostream& out, const Mutant& m) { return out << m.name; }

class Mutants : public ::testing::TestWithParam<Mutant> {};

TEST_P(Mutants, AreCaught) {
  const Mutant& mutant = GetParam();
  const Promise* promise = promise_of(mutant.engine);
  ASSERT_NE(promise, nullptr);
  const MakeBounded make = [&](int preemptions) -> std::unique_ptr<Engine> {
    EngineOptions options;
    options.preemptions = preemptions;
    if (mutant.fault == Fault::kNaiveBound) return make_icb_dpor(options, mutant.fault);
    return std::make_unique<Dpor>(options, mutant.fault);
  };
  for (uint64_t seed = 1; seed <= 3000; ++seed)
    if (!judge(*promise, make, model::generate(seed), {}).empty()) return;
  FAIL() << "survived 3000 programs";
}

INSTANTIATE_TEST_SUITE_P(Oracle, Mutants,
                         ::testing::Values(Mutant{"locks are independent", Fault::kLocksIndependent},
                                           Mutant{"no lock reversal", Fault::kNoLockReversal},
                                           Mutant{"deadlocked threads forgotten", Fault::kNoPendingRaces},
                                           Mutant{"no write-read reversal", Fault::kNoWriteReadReversal},
                                           Mutant{"signals are independent", Fault::kSignalsIndependent},
                                           Mutant{"no semaphore reversal", Fault::kNoSemaphoreReversal},
                                           Mutant{"arrivals are independent", Fault::kArrivalsIndependent},
                                           Mutant{"sleepers never wake", Fault::kSleepersNeverWake},
                                           Mutant{"only the racing thread backtracks", Fault::kFirstInitialOnly},
                                           Mutant{"one value of each choice", Fault::kIgnoreValueSteps},
                                           Mutant{"nothing beside a finding", Fault::kStopAtFinding},
                                           Mutant{"naive bound", Fault::kNaiveBound, "icb+dpor"}));

// A search of the pool that leaves out too much.
struct BrokenSearch {
  const char* name;
  causal::ReachFault fault;
};
std::ostream& operator<<(std::ostream& out, const BrokenSearch& m) { return out << m.name; }

class BrokenSearches : public ::testing::TestWithParam<BrokenSearch> {};

TEST_P(BrokenSearches, AreCaught) {
  EngineOptions options;
  options.merge_from = 0;
  const MakeBounded make = [&](int) { return make_mcr(options, OrderFault::kNone, GetParam().fault); };
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    const model::Program program = seed % 3 == 0   ? model::generate(seed)
                                   : seed % 3 == 1 ? model::generate_messages(seed)
                                                   : model::generate_forgetful(seed);
    if (!judge(*promise_of("mcr"), make, program, {}, {.follows = true}).empty()) return;
  }
  FAIL() << "survived 4000 programs";
}

INSTANTIATE_TEST_SUITE_P(Oracle, BrokenSearches,
                         ::testing::Values(BrokenSearch{"terms", causal::ReachFault::kTerms},
                                           BrokenSearch{"registers", causal::ReachFault::kRegisters},
                                           BrokenSearch{"answers", causal::ReachFault::kAnswers},
                                           BrokenSearch{"own memory", causal::ReachFault::kOwnMemory},
                                           BrokenSearch{"growth", causal::ReachFault::kGrowth},
                                           BrokenSearch{"no enablers", causal::ReachFault::kNoEnablers},
                                           BrokenSearch{"only events", causal::ReachFault::kOnlyEvents},
                                           BrokenSearch{"stand-ins", causal::ReachFault::kStandIns}));

// Two threads do the same, but what the first one did is over when main creates the second, of which it sees the store that hands nothing
// over. The accesses never stand side by side.
TEST(CreatedApart, OneDoesNotStandForTheOther) {
  using namespace model;
  Program p;
  p.variables = {0, 0};
  p.semaphores = {0};
  p.threads.resize(3);
  p.threads[1].body = {plain(write(0, lit(7))), ordered(write(1, lit(1)), 3), ordered(write(1, lit(2)), 0),
                       on(Code::kSemPost, 0)};
  p.threads[2] = {p.threads[1].body, false, 1};
  p.threads[0].body = {create(1),
                       on(Code::kSemWait, 0),
                       ordered(write(1, lit(0)), 0),
                       create(2),
                       ordered(read(0, 1), 2),
                       when(reg(0), Compare::kNotEqual, lit(0), {plain(read(1, 0))}),
                       join(1),
                       join(2)};
  const auto judged = [&](causal::ReachFault fault) {
    const MakeBounded make = [=](int) { return make_mcr({}, OrderFault::kNone, fault); };
    return judge(*promise_of("mcr"), make, p, {}, {.follows = true});
  };
  EXPECT_EQ(judged(causal::ReachFault::kNone), "");
  EXPECT_NE(judged(causal::ReachFault::kCreatedApart), "");
}

}  // namespace
}  // namespace heddle::oracle
