// Two solvers of formulas: what counts where they agree, where one does not answer, and where they contradict each other.
#include <gtest/gtest.h>

#include "smt/decide.h"

namespace heddle::smt {
namespace {

using causal::Possible;

class Says final : public SecondSolver {
 public:
  explicit Says(Possible answer) : answer_(answer) {}
  Possible check(const z3::expr_vector& all, unsigned, Values& values) override {
    if (answer_ == Possible::kYes) values.emplace_back(all.ctx().bv_const("x", 8), all.ctx().bv_val(7, 8));
    return answer_;
  }

 private:
  Possible answer_;
};

// x is 7, and `also` if it is to be impossible.
Possible decide(Who who, Possible second, bool possible, int& differences) {
  deciders() = {who, [=] { return std::make_unique<Says>(second); },
                [&](const std::string& formula) {
                  ++differences;
                  EXPECT_NE(formula.find("assert"), std::string::npos);
                }};
  z3::context context;
  z3::solver solver(context);
  const z3::expr x = context.bv_const("x", 8);
  solver.add(x == 7);
  if (!possible) solver.add(x == 8);
  const Possible answer = [&] {
    Decider decider;
    const Possible said = decider.check(solver);
    if (said == Possible::kYes) {
      EXPECT_EQ(decider.model().eval(x, true).get_numeral_uint64(), 7u);
    }
    return said;
  }();
  deciders() = {};
  return answer;
}

TEST(TwoSolvers, ANoIsOneOfBoth) {
  int differences = 0;
  EXPECT_EQ(decide(Who::kBoth, Possible::kNo, false, differences), Possible::kNo);
  EXPECT_EQ(decide(Who::kBoth, Possible::kUnknown, false, differences), Possible::kUnknown);
  EXPECT_EQ(decide(Who::kBoth, Possible::kYes, true, differences), Possible::kYes);
  EXPECT_EQ(decide(Who::kBoth, Possible::kUnknown, true, differences), Possible::kYes);
  EXPECT_EQ(differences, 0);
}

TEST(TwoSolvers, AContradictionIsSaid) {
  int differences = 0;
  decide(Who::kBoth, Possible::kNo, true, differences);
  EXPECT_EQ(differences, 1);
  decide(Who::kBoth, Possible::kYes, false, differences);  // its values are none, either
  EXPECT_GE(differences, 2);
}

TEST(TwoSolvers, TheSecondAlone) {
  int differences = 0;
  EXPECT_EQ(decide(Who::kSecond, Possible::kYes, true, differences), Possible::kYes);
  EXPECT_EQ(decide(Who::kSecond, Possible::kNo, true, differences), Possible::kNo);
  EXPECT_EQ(differences, 0);
  EXPECT_EQ(decide(Who::kSecond, Possible::kYes, false, differences), Possible::kUnknown);
  EXPECT_EQ(differences, 1);
}

}  // namespace
}  // namespace heddle::smt
