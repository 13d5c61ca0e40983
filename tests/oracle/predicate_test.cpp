// Searches that leave something out since it cannot matter: peeking and pruning (explore/unnoticed.h), accesses that are no steps
// (model/slice.h). Against brute force, which leaves out nothing; and broken on purpose.
#include <gtest/gtest.h>

#include "corpus.h"
#include "explore/dpor.h"
#include "explore/engines.h"
#include "judge.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

using namespace model;

constexpr UnnoticedOptions kBoth{true, true};

// Every other one is looked at when all is done: then what was left in memory is part of what main has seen.
Program draw(uint64_t seed) {
  Program program = generate(seed);
  if (seed % 2 == 0)
    for (size_t v = 0; v < program.variables.size(); ++v)
      program.threads[0].body.push_back(read(static_cast<int>(v) % kRegisters, static_cast<int>(v)));
  return program;
}

Program corpus_program(std::string_view name) {
  for (const CorpusProgram& p : corpus())
    if (name == p.name) return p.program;
  return {};
}

Counted explore_with(const char* engine, const Program& program, UnnoticedOptions unnoticed) {
  EngineOptions options;
  options.unnoticed = unnoticed;
  Driver driver;
  driver.unnoticed = true;
  return explore([&] { return make_engine(engine, options); }, program, {}, driver);
}

TEST(Unnoticed, NothingIsMissed) {
  for (const char* engine : {"dpor", "optimal"})
    for (uint64_t seed = 1; seed <= 400; ++seed) {
      const MakeBounded make = [&](int) {
        EngineOptions options;
        options.unnoticed = kBoth;
        return make_engine(engine, options);
      };
      Driver driver;
      driver.unnoticed = true;
      const Program program = draw(seed);
      ASSERT_EQ(judge(*promise_of(engine), make, program, {}, driver), "")
          << report(*promise_of(engine), make, program, {}, driver);
    }
}

TEST(Unnoticed, PeekingAndPruning) {
  for (const char* engine : {"dpor", "optimal"}) {
    EXPECT_EQ(explore_with(engine, corpus_program("cspeek"), kBoth).executions, 1) << engine;
    EXPECT_EQ(explore_with(engine, corpus_program("rww"), kBoth).executions, 2) << engine;
    EXPECT_EQ(explore_with(engine, corpus_program("rww"), {true, false}).executions, 70) << engine;
    EXPECT_EQ(explore_with(engine, corpus_program("cspeek"), {false, true}).executions, 12870) << engine;
  }
}

Program under_lock(int variable, int times) {
  Program program;
  program.variables = {0, 0};
  program.mutexes = 1;
  std::vector<std::vector<Instruction>> workers(2);
  for (int w = 0; w < 2; ++w)
    for (int i = 0; i < times; ++i)
      for (const Instruction& step :
           {on(Code::kLock, 0), fetch_add(-1, w == 0 ? 0 : variable, lit(1)), on(Code::kUnlock, 0)})
        workers[static_cast<size_t>(w)].push_back(step);
  const Program made = fork_join(workers);
  program.threads = made.threads;
  return program;
}

TEST(Unnoticed, SectionsThatMeetAreRunInBothOrders) {
  EXPECT_EQ(explore_with("dpor", under_lock(1, 3), kBoth).executions, 1);
  EXPECT_EQ(explore_with("dpor", under_lock(0, 3), kBoth).executions, 20);
}

struct Mutant {
  const char* name;
  Fault fault;
};
std::ostream& operator<<(std::ostream& out, const Mutant& m) { return out << m.name; }
class UnnoticedMutants : public ::testing::TestWithParam<Mutant> {};

TEST_P(UnnoticedMutants, AreCaught) {
  const MakeBounded make = [&](int) -> std::unique_ptr<Engine> {
    EngineOptions options;
    options.unnoticed = kBoth;
    return std::make_unique<Dpor>(options, GetParam().fault);
  };
  Driver driver;
  driver.unnoticed = true;
  for (uint64_t seed = 1; seed <= 6000; ++seed)
    if (!judge(*promise_of("dpor"), make, draw(seed), {}, driver).empty()) return;
  FAIL() << "survived 6000 programs";
}

INSTANTIATE_TEST_SUITE_P(Oracle, UnnoticedMutants,
                         ::testing::Values(Mutant{"locks in sections", Fault::kSectionsNest},
                                           Mutant{"sections that others look into", Fault::kSectionsUnguarded},
                                           Mutant{"clean once and for all", Fault::kSectionsForgotten},
                                           Mutant{"writes that others read", Fault::kReadsUnobserved},
                                           Mutant{"the last write", Fault::kLastOverwritten}));

TEST(Lesser, NoFailureIsMissed) {
  for (const std::string& engine : {"dpor", "optimal", "dpor-classic", "dfs", "mcr"})
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      const MakeBounded make = [&](int) {
        EngineOptions options;
        options.unnoticed = kBoth;
        return make_engine(engine, options);
      };
      Driver driver;
      driver.lesser = true;
      const Program program = generate(seed);
      ASSERT_EQ(judge(*promise_of(engine), make, program, {}, driver), "")
          << report(*promise_of(engine), make, program, {}, driver);
    }
}

// Which variable is written depends on what was read.
Program by_address() {
  Instruction indexed = write(1, lit(1));
  indexed.indexed = true;
  indexed.b = reg(0);
  Program program =
      fork_join({{read(0, 0), indexed}, {write(0, lit(1))}}, {read(1, 2), check(reg(1), Compare::kEqual, lit(0))});
  program.variables = {0, 0, 0};
  return program;
}

class SliceMutants : public ::testing::TestWithParam<SliceFault> {};

TEST_P(SliceMutants, AreCaught) {
  const MakeBounded make = [](int) { return make_engine("dpor", {}); };
  Driver driver;
  driver.lesser = true;
  driver.slice = GetParam();
  driver.lesser = true;
  if (!judge(*promise_of("dpor"), make, by_address(), {}, driver).empty()) return;
  for (uint64_t seed = 1; seed <= 6000; ++seed)
    if (!judge(*promise_of("dpor"), make, generate(seed), {}, driver).empty()) return;
  FAIL() << "survived 6000 programs";
}

INSTANTIATE_TEST_SUITE_P(Oracle, SliceMutants,
                         ::testing::Values(SliceFault::kNoControl, SliceFault::kNoMemory, SliceFault::kNoParameter,
                                           SliceFault::kNoAddress, SliceFault::kNoAssertions));

}  // namespace
}  // namespace heddle::oracle
