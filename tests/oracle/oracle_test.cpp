// Every engine against brute force, on random programs.
#include <gtest/gtest.h>

#include "corpus.h"
#include "judge.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

struct Case {
  const char* engine;
  int programs;
  bool commute = false;
  int engines = 1;           // that share the work
  int threads = 1;           // that do it together
  bool beside = false;       // mcr: others search beside it from the start
  uint32_t first_depth = 0;  // mcr: short histories come first
  bool merged = false;       // mcr: nodes are merged from the first on
  bool follows = false;      // reads fill registers; programs that compute much, with threads that do the same
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.engine << (c.commute ? ", commuting" : "") << (c.engines > 1 ? ", split" : "")
             << (c.threads > 1 ? ", together" : "") << (c.beside ? ", others beside it" : "")
             << (c.first_depth > 0 ? ", short histories first" : "") << (c.follows ? ", following values" : "")
             << (c.merged ? ", merging" : "");
}

class Oracle : public ::testing::TestWithParam<Case> {};

TEST_P(Oracle, KeepsItsPromise) {
  const Promise* promise = promise_of(GetParam().engine);
  ASSERT_NE(promise, nullptr);
  EngineOptions options;
  options.dependence.commute_rmws = GetParam().commute;
  options.first_depth = GetParam().first_depth;
  if (GetParam().merged) options.merge_from = 0;
  if (GetParam().beside) options.alone_for = 0;
  const MakeBounded make = [&](int preemptions) {
    options.preemptions = preemptions;
    return make_engine(promise->engine, options);
  };
  int judged = 0;
  for (int seed = 1; seed <= GetParam().programs; ++seed) {
    model::GenerateOptions drawn;
    drawn.arithmetic = drawn.twins = GetParam().follows;
    const model::Program program = model::generate(static_cast<uint64_t>(seed), drawn);
    const Driver driver{.engines = GetParam().engines,
                        .follows = GetParam().follows,
                        .seed = static_cast<uint64_t>(seed),
                        .threads = GetParam().threads,
                        .beside = GetParam().beside};
    bool skipped = false;
    const std::string wrong = judge(*promise, make, program, options.dependence, driver, &skipped);
    judged += !skipped;
    if (!wrong.empty())
      FAIL() << "seed " << seed << "\n" << report(*promise, make, program, options.dependence, driver);
  }
  EXPECT_GT(judged, GetParam().programs / 3) << "too many programs are too large for brute force";
}

INSTANTIATE_TEST_SUITE_P(
    Engines, Oracle,
    ::testing::Values(Case{"dfs", 1500}, Case{"dfs", 300, false, 4}, Case{"icb", 200}, Case{"icb", 150, false, 4},
                      Case{"dpor", 4000}, Case{"dpor", 1000, true}, Case{"dpor", 1000, false, 4},
                      Case{"dpor-classic", 1500}, Case{"dpor-classic", 300, false, 4}, Case{"icb+dpor", 250},
                      Case{"icb+dpor", 150, false, 4}, Case{"optimal", 4000}, Case{"optimal", 1000, true},
                      Case{"optimal", 1000, false, 4}, Case{"mcr", 1000, false, 4}, Case{"mcr", 2000, false, 1, 3},
                      Case{.engine = "auto", .programs = 1000, .beside = true},
                      Case{.engine = "mcr", .programs = 1000, .first_depth = 1},
                      Case{.engine = "mcr", .programs = 1000, .follows = true},
                      Case{.engine = "mcr", .programs = 500, .engines = 4, .follows = true},
                      Case{.engine = "mcr", .programs = 500, .threads = 3, .follows = true},
                      Case{.engine = "mcr", .programs = 1000, .merged = true, .follows = true},
                      Case{.engine = "mcr", .programs = 500, .threads = 3, .merged = true, .follows = true}));

// Threads that forget what they did, so that their nodes become one, alone and in teams.
TEST(Forgetful, MergedNodesAreOne) {
  EngineOptions options;
  options.merge_from = 0;
  const MakeBounded make = [&](int) { return make_engine("mcr", options); };
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    const model::Program program = model::generate_forgetful(seed);
    const Driver driver{.follows = seed % 5 != 0, .seed = seed, .threads = seed % 10 == 1 ? 3 : 1};
    if (judge(*promise_of("mcr"), make, program, {}, driver).empty()) continue;
    FAIL() << "seed " << seed << "\n" << report(*promise_of("mcr"), make, program, {}, driver);
  }
}

// Any number of threads leaves the same pool behind. False if one of them has too much to do.
bool same_at_any_size(const model::Program& program, const std::string& name) {
  EngineOptions options;
  const MakeEngine make = [&] { return make_engine("mcr", options); };
  const Counted alone = explore_together(make, program, options.dependence, {.max_runs = 3000, .only_noticed = true});
  if (alone.endless || alone.pool == 0) return false;
  for (const int threads : {2, 4, 5}) {
    const Counted many = explore_together(make, program, options.dependence,
                                          {.max_runs = 6000, .only_noticed = true, .threads = threads});
    EXPECT_EQ(many.pool, alone.pool) << name << ", " << threads << " threads\n" << model::to_text(program);
    EXPECT_EQ(many.histories, alone.histories) << name;
    EXPECT_EQ(many.findings, alone.findings) << name;
  }
  return true;
}

TEST(Team, SameHistoriesAtAnySize) {
  int compared = 0;
  for (uint64_t seed = 1; seed <= 600 && !HasFailure(); ++seed)
    compared += same_at_any_size(model::generate(seed), "seed " + std::to_string(seed));
  EXPECT_GT(compared, 300);
}

// What its threads do inside a lock turned out to matter only late, and only in some orders of runs.
TEST(Team, WhatIsLearnedInsideALock) {
  model::GenerateOptions options;
  options.blocks = options.deadlines = options.arguments = options.recursion = false;
  for (int round = 0; round < 60 && !HasFailure(); ++round)
    EXPECT_TRUE(same_at_any_size(model::generate(480, options), "seed 480"));
}

TEST(Team, SameHistoriesOfTheCorpus) {
  for (const CorpusProgram& p : corpus())  // whoever only takes locks is told nothing
    EXPECT_EQ(same_at_any_size(p.program, p.name), std::string("phil4") != p.name) << p.name;
}

}  // namespace
}  // namespace heddle::oracle
