// A second solver beside Z3, for formulas that Z3 holds: numbers, truth values and bit-vectors, without quantifiers.
#pragma once
#include <z3++.h>

#include <memory>
#include <utility>
#include <vector>

#include "causal/input_solver.h"

namespace heddle::smt {

class SecondSolver {
 public:
  // What it says of the names that the formula has; both of the context of Z3.
  using Values = std::vector<std::pair<z3::expr, z3::expr>>;

  virtual ~SecondSolver() = default;
  // Can all hold at once? kUnknown: no answer in `milliseconds`, or an operator that it does not have.
  virtual causal::Possible check(const z3::expr_vector& all, unsigned milliseconds, Values& values) = 0;
};

std::unique_ptr<SecondSolver> make_cvc5();

}  // namespace heddle::smt
