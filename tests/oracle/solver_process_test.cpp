// Solvers in processes of their own: one that crashes, hangs or exits takes nothing with it.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "judge.h"
#include "model/generate.h"
#include "smt/apart.h"
#include "smt/solver_process.h"
#include "smt/z3_inputs.h"
#include "smt/z3_paths.h"

namespace heddle::oracle {
namespace {

using namespace std::chrono_literals;
using smt::SolverProcess;

std::string serve(std::string_view request) {
  if (request == "crash") raise(SIGSEGV);
  if (request == "hang") pause();
  if (request == "exit") std::_Exit(7);
  return std::string(request) + " from " + std::to_string(getpid());
}

TEST(SolverProcess, AnswersUntilItIsGone) {
  SolverProcess solver(serve);
  const auto first = solver.ask("a", 10s), second = solver.ask("b", 10s);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->substr(1), second->substr(1)) << "one process for both";
  EXPECT_EQ(first->find(std::to_string(getpid())), std::string::npos);
  EXPECT_FALSE(solver.ask("crash", 10s));
  const auto after = solver.ask("a", 10s);
  ASSERT_TRUE(after);
  EXPECT_NE(*after, *first) << "another process";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(solver.ask("hang", 100ms));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  EXPECT_TRUE(solver.ask(std::string(1 << 20, 'x'), 10s)) << "more than fits into a socket";
}

TEST(SolverProcess, EndsWhenSolversAreStopped) {
  SolverProcess solver(serve);
  std::thread other([] {
    std::this_thread::sleep_for(100ms);
    causal::solvers_stopped() = true;
  });
  EXPECT_FALSE(solver.ask("hang", 1min));
  EXPECT_FALSE(solver.ask("a", 1min));
  other.join();
  causal::solvers_stopped() = false;
  EXPECT_TRUE(solver.ask("a", 1min));
}

TEST(SolverProcess, WhoExitsHasSaidWhy) {
  const auto ask = [] { SolverProcess(serve).ask("exit", 10s); };
  EXPECT_EXIT(ask(), testing::ExitedWithCode(7), "");
}

// Crashes at every third question.
class Fragile final : public causal::PathSolver {
 public:
  causal::Possible solve(const causal::PathQuestion& q, uint64_t effort, causal::PathAnswer& a) override {
    if (q.pool().size() % 3 == 0) std::abort();
    return solver_->solve(q, effort, a);
  }
  causal::Possible solve_prefix(const causal::PathQuestion&, uint64_t, causal::PathAnswer&,
                                std::vector<ThreadSet>*) override {
    std::abort();
  }
  std::optional<uint64_t> count(const causal::PathQuestion&, uint64_t) override { std::abort(); }

 private:
  std::unique_ptr<causal::PathSolver> solver_ = smt::make_z3_paths();
};

TEST(SolverProcess, ASearchGoesOnWithoutASolverThatCrashes) {
  causal::PathCounts counts;
  causal::path_solver() = [&] { return causal::count_answers(smt::apart(std::make_unique<Fragile>()), counts); };
  causal::bit_vector_solver() = [] { return smt::make_inputs_apart(); };
  EngineOptions options;
  options.formula_after = 0;
  const Promise* promise = promise_of("mcr");
  const MakeBounded make = [&](int) { return make_engine("mcr", options); };
  for (uint64_t seed = 1; seed <= 12; ++seed)
    EXPECT_EQ(judge(*promise, make, model::generate_crowd(seed), {}, {.follows = true, .seed = seed}), "") << seed;
  causal::path_solver() = nullptr;
  causal::bit_vector_solver() = nullptr;
  EXPECT_GT(counts.unknown, 3u);
  EXPECT_GT(counts.yes + counts.no, 3u);
}

}  // namespace
}  // namespace heddle::oracle
