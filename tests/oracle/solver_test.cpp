// The native solver of questions about one trace against the paper's constraints in Z3.
#include "solvers.h"

#include <gtest/gtest.h>

#include "model/executor.h"
#include "model/generate.h"
#include "smt/decide.h"
#include "smt/z3_solver.h"

namespace heddle::oracle {
namespace {

TEST(Solvers, AgreeOnRandomPrograms) {
  const auto native = causal::make_native_solver(), reference = smt::make_z3_solver();
  SolverCounts counts;
  std::vector<uint64_t> seeds = {90988};  // where the end of the process once came too soon
  for (uint64_t seed = 1; seed <= 120; ++seed) seeds.push_back(seed);
  model::GenerateOptions options;
  options.deadlines = options.blocks = false;  // a trace with one is refused
  options.recursion = false;                   // the reference does not answer then
  for (uint64_t seed : seeds) {
    const model::Program program = model::generate(seed, options);
    const std::string wrong = compare_solvers(program, seed, *native, *reference, counts);
    ASSERT_EQ(wrong, "") << "seed " << seed << "\n" << model::to_text(program);
  }
  EXPECT_EQ(counts.refused, 0u);
  EXPECT_EQ(counts.unknown_native, 0u);
  EXPECT_LT(counts.unknown_reference * 20, counts.questions);
  EXPECT_GT(counts.yes, 500u);
  EXPECT_GT(counts.no, 500u);
  EXPECT_GT(counts.questions, 2000u);
}

// The reference, left to what the question comes to.
class Reaching final : public causal::TraceSolver {
 public:
  causal::Answer solve(const causal::TraceModel& model, const causal::Question& question) override {
    causal::Question narrow = question;
    narrow.only_reached = true;
    const uint64_t before = reference_->effort().reads;
    causal::Answer answer = reference_->solve(model, narrow);
    reads += reference_->effort().reads - before;
    return answer;
  }
  uint64_t reads = 0;

 private:
  std::unique_ptr<causal::TraceSolver> reference_ = smt::make_z3_solver();
};

TEST(Solvers, WhatAQuestionComesToIsEnough) {
  const auto whole = smt::make_z3_solver();
  Reaching reaching;
  SolverCounts counts;
  model::GenerateOptions options;
  options.deadlines = options.blocks = options.recursion = false;
  for (uint64_t seed = 1000; seed <= 1080; ++seed) {
    const model::Program program = model::generate(seed, options);
    const std::string wrong = compare_solvers(program, seed, reaching, *whole, counts);
    ASSERT_EQ(wrong, "") << "seed " << seed << "\n" << model::to_text(program);
  }
  EXPECT_GT(counts.yes, 300u);
  EXPECT_GT(counts.no, 300u);
  EXPECT_LT(reaching.reads, whole->effort().reads);
}

#ifdef HEDDLE_HAS_CVC5
TEST(Solvers, Cvc5AgreesToo) {
  smt::deciders() = {smt::Who::kSecond, smt::make_cvc5, [](const std::string& formula) { ADD_FAILURE() << formula; }};
  const auto native = causal::make_native_solver(), reference = smt::make_z3_solver();
  smt::deciders() = {};
  SolverCounts counts;
  model::GenerateOptions options;
  options.deadlines = options.blocks = options.recursion = false;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    const model::Program program = model::generate(seed, options);
    const std::string wrong = compare_solvers(program, seed, *native, *reference, counts);
    ASSERT_EQ(wrong, "") << "seed " << seed << "\n" << model::to_text(program);
  }
  EXPECT_LT(counts.unknown_reference * 20, counts.questions);
  EXPECT_GT(counts.yes, 30u);
  EXPECT_GT(counts.no, 30u);
}
#endif

TEST(Solvers, AgreeWhereReadsMayBeToldSomethingElse) {
  const auto native = causal::make_native_solver(), reference = smt::make_z3_solver();
  SolverCounts counts;
  model::GenerateOptions options;
  options.deadlines = options.blocks = options.recursion = false;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    const model::Program program = model::generate(seed, options);
    const std::string wrong = compare_with_freedom(program, seed, *native, *reference, counts);
    ASSERT_EQ(wrong, "") << "seed " << seed << "\n" << model::to_text(program);
  }
  EXPECT_GT(counts.questions, 1500u);
  EXPECT_GT(counts.yes, 300u);
  EXPECT_GT(counts.no, 300u);
  EXPECT_GT(counts.freed, 30u);
}

// Says the opposite of what it should.
class Liar final : public causal::TraceSolver {
 public:
  causal::Answer solve(const causal::TraceModel& model, const causal::Question& question) override {
    causal::Answer answer = honest_->solve(model, question);
    answer.kind = answer.kind == causal::Answer::kYes ? causal::Answer::kNo : causal::Answer::kYes;
    return answer;
  }

 private:
  std::unique_ptr<causal::TraceSolver> honest_ = causal::make_native_solver();
};

TEST(Solvers, CrossCheckRecordsTheQuestionThatDiffers) {
  const model::Program program = model::fork_join({{model::read(0, 0)}, {model::write(0, model::lit(7))}});
  model::Program with_variable = program;
  with_variable.variables = {0};
  model::ModelExecutor executor(with_variable);
  const causal::TraceModel model(executor.run({}));
  ASSERT_EQ(model.problem(), "");
  std::string recorded;
  const auto both = causal::make_cross_check(causal::make_native_solver(), std::make_unique<Liar>(),
                                             [&](const std::string& text) { recorded = text; });
  const auto agree = causal::make_cross_check(causal::make_native_solver(), smt::make_z3_solver(),
                                              [&](const std::string& text) { recorded = text; });
  int asked = 0;
  for (causal::ActId act = 0; act < model.size(); ++act)
    for (uint64_t value : model.other_answers(act)) {
      agree->solve(model, {act, value});
      EXPECT_EQ(recorded, "");
      both->solve(model, {act, value});
      causal::TraceModel again;
      causal::Question question;
      ASSERT_TRUE(causal::read_question(recorded, again, question));
      EXPECT_EQ(question.act, act);
      EXPECT_EQ(question.answer, value);
      EXPECT_EQ(causal::make_native_solver()->solve(again, question).kind, causal::Answer::kYes);
      ++asked;
    }
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace heddle::oracle
