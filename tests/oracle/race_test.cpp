// Data races: every engine finds exactly those that exist, and a detector that is broken on purpose is caught.
#include <gtest/gtest.h>

#include "causal/reach_fault.h"
#include "explore/engines.h"
#include "judge.h"
#include "model/generate.h"
#include "model/orders.h"

namespace heddle::oracle {
namespace {

MakeBounded maker(const char* engine, const DependenceOptions& dependence = {}) {
  return [engine, dependence](int preemptions) {
    EngineOptions options;
    options.preemptions = preemptions;
    options.dependence = dependence;
    return make_engine(engine, options);
  };
}

class Races : public ::testing::TestWithParam<const char*> {};

TEST_P(Races, AreExactlyThoseThatExist) {
  const Promise* promise = promise_of(GetParam());
  ASSERT_NE(promise, nullptr);
  int with_race = 0, judged = 0;
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    const model::Program program = model::generate_messages(seed);
    bool skipped = false;
    if (!judge(*promise, maker(GetParam()), program, {}, {}, &skipped).empty())
      FAIL() << "seed " << seed << "\n" << report(*promise, maker(GetParam()), program, {});
    judged += !skipped;
    with_race += !brute_force(program)->races.empty();
  }
  EXPECT_GT(judged, 700);
  EXPECT_GT(with_race, 200);
  EXPECT_LT(with_race, 800);
}

INSTANTIATE_TEST_SUITE_P(Engines, Races,
                         ::testing::Values("mcr", "dfs", "icb", "icb+dpor", "dpor", "dpor-classic", "optimal"));

// Plain accesses among updates that commute, and others that do not: in whichever order a run has them they may synchronise.
model::Program among_updates(uint64_t seed) {
  using namespace model;
  Random random(seed);
  const auto one = [&]() -> Instruction {
    const int flag = 1 + static_cast<int>(random.below(2));
    switch (random.below(9)) {
      case 0: return plain(read(-1, 0));
      case 1:
      case 2: return plain(write(0, lit(1)));
      case 3: return ordered(read(1, flag), random_order(Code::kRead, random));
      case 4: return ordered(exchange(-1, flag, lit(3)), random_order(Code::kExchange, random));
      case 5: return ordered(fetch_add(-1, flag, lit(1)), random_order(Code::kFetchAdd, random));
      default: return fetch_add(-1, flag, lit(1));
    }
  };
  std::vector<std::vector<Instruction>> workers(2 + random.below(2));
  for (auto& body : workers)
    for (uint32_t n = 2 + random.below(workers.size() == 2 ? 3 : 2); n > 0; --n) body.push_back(one());
  Program p = fork_join(workers);
  p.variables = {0, 0, 0};
  return p;
}

class CommutingRaces : public ::testing::TestWithParam<const char*> {};

// Where updates commute, one order of them is run, which may order accesses that another one does not.
TEST_P(CommutingRaces, AreExactlyThoseThatExist) {
  const Promise* promise = promise_of(GetParam());
  const DependenceOptions commuting{.commute_rmws = true};
  const MakeBounded make = maker(GetParam(), commuting);
  int with_race = 0, judged = 0;
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    const model::Program program = seed % 4 == 0 ? model::generate_messages(seed) : among_updates(seed);
    bool skipped = false;
    if (!judge(*promise, make, program, commuting, {}, &skipped).empty())
      FAIL() << "seed " << seed << "\n" << report(*promise, make, program, commuting);
    judged += !skipped;
    with_race += !brute_force(program)->races.empty();
  }
  EXPECT_GT(judged, 700);
  EXPECT_GT(with_race, 200);
  EXPECT_LT(with_race, 800);
}

INSTANTIATE_TEST_SUITE_P(Engines, CommutingRaces, ::testing::Values("icb+dpor", "dpor", "dpor-classic", "optimal"));

struct BrokenOrder {
  const char* name;
  OrderFault fault;
};
std::ostream& operator<<(std::ostream& out, const BrokenOrder& m) { return out << m.name; }

class BrokenOrders : public ::testing::TestWithParam<BrokenOrder> {};

TEST_P(BrokenOrders, AreCaught) {
  Driver driver;
  driver.order = GetParam().fault;
  for (uint64_t seed = 1; seed <= 2000; ++seed)
    if (judge(*promise_of("dpor"), maker("dpor"), model::generate_messages(seed), {}, driver).find("races") !=
        std::string::npos)
      return;
  FAIL() << "survived 2000 programs";
}

// One thread looks at what another did without being ordered after it: then the search has to say itself what orders the rest.
model::Program with_a_glance(model::Program program) {
  if (program.threads.size() < 3) return program;
  const auto flag = static_cast<int>(program.variables.size());
  program.variables.push_back(0);
  auto& one = program.threads[1].body;
  auto& other = program.threads[2].body;
  one.insert(one.begin(), model::ordered(model::write(flag, model::lit(1)), 0));
  other.insert(other.begin(), model::ordered(model::read(3, flag), 0));
  return program;
}

// The search of the pool decides by itself what orders accesses: it expects races that no run shows, or misses some.
TEST_P(BrokenOrders, AreCaughtInTheSearch) {
  const MakeBounded make = [](int) { return make_mcr({}, GetParam().fault, causal::ReachFault::kNone); };
  for (uint64_t seed = 1; seed <= 4000; ++seed)
    if (!judge(*promise_of("mcr"), make, with_a_glance(model::generate_messages(seed)), {}, {}).empty()) return;
  FAIL() << "survived 4000 programs";
}

INSTANTIATE_TEST_SUITE_P(Oracle, BrokenOrders,
                         ::testing::Values(BrokenOrder{"no lock edge", OrderFault::kNoLockEdge},
                                           BrokenOrder{"readers order readers", OrderFault::kReadersOrder},
                                           BrokenOrder{"relaxed releases", OrderFault::kRelaxedReleases},
                                           BrokenOrder{"relaxed acquires", OrderFault::kRelaxedAcquires},
                                           BrokenOrder{"no release sequence", OrderFault::kNoReleaseSequence},
                                           BrokenOrder{"no fences", OrderFault::kNoFences},
                                           BrokenOrder{"no barrier edge", OrderFault::kNoBarrierEdge},
                                           BrokenOrder{"no semaphore edge", OrderFault::kNoSemaphoreEdge},
                                           BrokenOrder{"no signal edge", OrderFault::kNoSignalEdge},
                                           BrokenOrder{"no join edge", OrderFault::kNoJoinEdge}));

}  // namespace
}  // namespace heddle::oracle
