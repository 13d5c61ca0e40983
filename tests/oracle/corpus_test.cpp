// Engines on model versions of known programs: how many executions, which findings.
#include "corpus.h"

#include <gtest/gtest.h>

#include "explore/search.h"
#include "model/executor.h"

namespace heddle::oracle {
namespace {

struct Found : SearchListener {
  bool assertion = false, deadlock = false;
  bool after_run(const Work&, const Trace& trace, const Counts&, Engine&) override {
    for (const Finding& f : trace.findings) {
      assertion |= f.kind == FindingKind::kAssertion;
      deadlock |= f.kind == FindingKind::kDeadlock;
    }
    return true;
  }
};

SearchResult explore_all(const std::string& engine, const model::Program& program, Found& found,
                         EngineOptions options = {}, uint64_t max_executions = 200000) {
  model::ModelExecutor executor(program, options.dependence);
  Limits limits;
  limits.keep_going = true;
  limits.max_executions = max_executions;
  const EngineFactory make = [&] { return make_engine(engine, options); };
  return search(make(), make, executor, limits, found);
}

class Corpus : public ::testing::TestWithParam<const char*> {};

TEST_P(Corpus, ExecutionsEqualTraces) {
  for (const CorpusProgram& p : corpus()) {
    Found found;
    const SearchResult result = explore_all(GetParam(), p.program, found);
    EXPECT_TRUE(result.complete) << p.name << ": " << result.reason;
    if (p.traces && GetParam() != std::string("dpor-classic")) EXPECT_EQ(result.counts.executions, p.traces) << p.name;
    EXPECT_GE(result.counts.executions, p.traces) << p.name;
    if (GetParam() == std::string("optimal") && !p.assertion) EXPECT_EQ(result.counts.blocked, 0u) << p.name;
    EXPECT_EQ(found.assertion, p.assertion) << p.name;
    EXPECT_EQ(found.deadlock, p.deadlock) << p.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Reduced, Corpus, ::testing::Values("dpor", "dpor-classic", "optimal"));

TEST(CorpusCommute, IncrementsWithoutResultsCommute) {
  EngineOptions options;
  options.dependence.commute_rmws = true;
  for (const CorpusProgram& p : corpus())
    if (p.name == std::string("inc3x3")) {
      Found found;
      EXPECT_EQ(explore_all("dpor", p.program, found, options).counts.executions, 1u);
    }
}

}  // namespace
}  // namespace heddle::oracle
