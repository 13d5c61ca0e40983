// Threads that wait for a condition with a deadline: the search of the pool and the checker of certificates against brute force.
#include <gtest/gtest.h>

#include <algorithm>

#include "brute_force.h"
#include "certified.h"
#include "explore/engines.h"
#include "judge.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

using model::Code;

bool gives_up(const std::vector<model::Instruction>& body) {
  return std::ranges::any_of(
      body, [](const model::Instruction& i) { return (i.code == Code::kCondWait && i.timed) || gives_up(i.body); });
}

// Of every hundred random programs one or two have such a wait.
template <class F>
void for_each_program(uint64_t seeds, F&& judge) {
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const model::Program program = model::generate(seed);
    if (std::ranges::any_of(program.threads, [](const model::Thread& t) { return gives_up(t.body); }))
      judge(program, seed);
  }
}

TEST(Deadlines, AreSearchedToTheirEnds) {
  int judged = 0, without_model = 0;
  for_each_program(12000, [&](const model::Program& program, uint64_t seed) {
    const MakeBounded make = [&](int) { return make_engine("mcr", {}); };
    const Driver driver{.follows = seed % 2 == 0, .seed = seed};
    bool skipped = false;
    if (!judge(*promise_of("mcr"), make, program, {}, driver, &skipped).empty())
      FAIL() << "seed " << seed << "\n" << report(*promise_of("mcr"), make, program, {}, driver);
    if (skipped) return;
    ++judged;
    const Counted found = explore([&] { return make(-1); }, program, {}, {.max_runs = 3000, .follows = seed % 2 == 0});
    without_model += !found.fallback.empty();
  });
  EXPECT_GT(judged, 50);
  EXPECT_LE(without_model * 20, judged) << "left to dpor, of " << judged;
}

TEST(Deadlines, CertificatesAreConfirmedExactlyIfBruteForceFindsNothing) {
  int confirmed = 0, refused = 0;
  for_each_program(20000, [&](const model::Program& program, uint64_t seed) {
    const auto truth = brute_force(program);
    const std::string text = truth ? close(program, seed % 2 == 0) : "";
    if (text.empty()) return;
    certificate::Certificate c = read(text);
    c.race_free = false;
    const certificate::Verdict verdict = certificate::verify(c);
    ASSERT_EQ(verdict.kind == certificate::Verdict::kConfirmed, truth->findings.empty())
        << "seed " << seed << ": " << verdict.reason << "\n"
        << model::to_text(program) << text;
    ++(truth->findings.empty() ? confirmed : refused);
  });
  EXPECT_GT(confirmed, 10);
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace heddle::oracle
