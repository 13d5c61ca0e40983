// The native solver of questions about one trace against the paper's constraints in Z3.
#include "solvers.h"

#include <gtest/gtest.h>

#include "model/generate.h"
#include "smt/z3_solver.h"

namespace heddle::oracle {
namespace {

TEST(Solvers, AgreeOnRandomPrograms) {
  const auto native = causal::make_native_solver(), reference = smt::make_z3_solver();
  SolverCounts counts;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const std::string wrong = compare_solvers(model::generate(seed), seed, *native, *reference, counts);
    ASSERT_EQ(wrong, "") << "seed " << seed << "\n" << model::to_text(model::generate(seed));
  }
  EXPECT_EQ(counts.refused, 0u);
  EXPECT_EQ(counts.unknown_native, 0u);
  EXPECT_LT(counts.unknown_reference * 20, counts.questions);
  EXPECT_GT(counts.yes, 100u);
  EXPECT_GT(counts.no, 100u);
}

}  // namespace
}  // namespace heddle::oracle
