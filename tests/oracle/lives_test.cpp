// Locals whose lives end while other threads may still use them, and others that begin in their place: the search of the pool and the checker
// of certificates against brute force, and searches that are broken on purpose.
#include <gtest/gtest.h>

#include <algorithm>

#include "brute_force.h"
#include "causal/reach_fault.h"
#include "certified.h"
#include "explore/engines.h"
#include "judge.h"
#include "model/generate.h"
#include "trace/life.h"

namespace heddle::oracle {
namespace {

using certificate::Certificate;
using certificate::Node;
using certificate::Verdict;

TEST(Lives, AreSearchedToTheirEnds) {
  int without_model = 0, judged = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    const model::Program program = model::generate_lives(seed);
    EngineOptions options;
    if (seed % 4 == 0) options.merge_from = 0;
    const MakeBounded make = [&](int) { return make_engine("mcr", options); };
    const Driver driver{.follows = seed % 3 != 0, .seed = seed, .threads = seed % 10 == 1 ? 3 : 1};
    bool skipped = false;
    if (!judge(*promise_of("mcr"), make, program, {}, driver, &skipped).empty())
      FAIL() << "seed " << seed << "\n" << report(*promise_of("mcr"), make, program, {}, driver);
    judged += !skipped;
    if (seed % 5 != 0) continue;
    const Counted found = explore([&] { return make(-1); }, program, {}, {.max_runs = 3000, .follows = true});
    without_model += !found.fallback.empty();
  }
  EXPECT_GT(judged, 1400);
  EXPECT_LE(without_model, 3) << "of 300";
}

TEST(Lives, EnginesThatRunTracesAgree) {
  for (const char* engine : {"dpor", "optimal", "dfs"}) {
    const MakeBounded make = [&](int preemptions) {
      EngineOptions options;
      options.preemptions = preemptions;
      return make_engine(engine, options);
    };
    for (uint64_t seed = 1; seed <= 250; ++seed) {
      const model::Program program = model::generate_lives(seed);
      if (!judge(*promise_of(engine), make, program, {}).empty())
        FAIL() << "seed " << seed << "\n" << report(*promise_of(engine), make, program, {});
    }
  }
}

class BrokenLives : public ::testing::TestWithParam<causal::ReachFault> {};

TEST_P(BrokenLives, AreCaught) {
  const MakeBounded make = [&](int) { return make_mcr({}, OrderFault::kNone, GetParam()); };
  for (uint64_t seed = 1; seed <= 4000; ++seed)
    if (!judge(*promise_of("mcr"), make, model::generate_lives(seed), {}, {.follows = true}).empty()) return;
  FAIL() << "survived 4000 programs";
}

INSTANTIATE_TEST_SUITE_P(Oracle, BrokenLives,
                         ::testing::Values(causal::ReachFault::kLeft, causal::ReachFault::kBegins));

TEST(Lives, CertificatesAreConfirmedExactlyIfBruteForceFindsNothing) {
  int confirmed = 0, refused = 0, needed = 0;
  for (uint64_t seed = 1; seed <= 2500; ++seed) {
    const bool follows = seed % 2 == 0;
    const model::Program program = model::generate_lives(seed);
    const auto truth = brute_force(program);
    const std::string text = truth ? close(program, follows) : "";
    if (text.empty()) continue;
    Certificate c = read(text);
    c.race_free = false;
    const Verdict verdict = certificate::verify(c);
    ASSERT_EQ(verdict.kind == Verdict::kConfirmed, truth->findings.empty())
        << "seed " << seed << ": " << verdict.reason << "\n"
        << model::to_text(program) << text;
    ++(truth->findings.empty() ? confirmed : refused);
    if (!truth->findings.empty()) continue;
    // Without its begins nothing is there where others look.
    bool begins = false;
    for (Node& n : c.nodes)
      if (begins_life(n)) begins = true, n.op = Op::kFence, n.kind = certificate::Kind::kFence, n.order = 1;
    needed += begins && certificate::verify(c).kind == Verdict::kNotConfirmed;
  }
  EXPECT_GT(confirmed, 200);
  EXPECT_GT(refused, 300);
  EXPECT_GT(needed, 50);
}

}  // namespace
}  // namespace heddle::oracle
