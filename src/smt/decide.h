// Who decides what a solver of Z3 holds: Z3 itself, the second solver, or both of them.
//
// A yes is followed by its model, and whoever asked tries it out: one yes is enough. A no is believed as it is; with both, only where both
// say so. Two that contradict each other are a fault in one of them, or in how one is spoken to, and end the check.
#pragma once
#include <z3++.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "smt/second_solver.h"

namespace heddle::smt {

enum class Who : uint8_t { kZ3, kSecond, kBoth };

struct Deciders {
  Who who = Who::kZ3;
  std::function<std::unique_ptr<SecondSolver>()> second;
  std::function<void(const std::string& formula)> on_difference;  // in SMT-LIB
};
Deciders& deciders();  // for whoever begins to decide from now on

class Decider {
 public:
  Decider();
  causal::Possible check(z3::solver& solver, unsigned milliseconds = 10000);
  const z3::model& model() const { return *model_; }  // after a yes

 private:
  causal::Possible ask_z3(z3::solver& solver);
  causal::Possible ask_second(z3::solver& solver, unsigned milliseconds);
  void differ(z3::solver& solver);

  Deciders deciders_;
  std::unique_ptr<SecondSolver> second_;
  std::optional<z3::model> model_;
};

}  // namespace heddle::smt
