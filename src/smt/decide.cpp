#include "smt/decide.h"

namespace heddle::smt {

using causal::Possible;

Deciders& deciders() {
  static Deciders chosen;
  return chosen;
}

Decider::Decider() : deciders_(deciders()) {
  if (deciders_.who != Who::kZ3) second_ = deciders_.second();
}

Possible Decider::check(z3::solver& solver, unsigned milliseconds) {
  model_.reset();
  if (deciders_.who == Who::kZ3) return ask_z3(solver);
  if (deciders_.who == Who::kSecond) return ask_second(solver, milliseconds);
  const Possible first = ask_z3(solver);
  if (causal::solvers_stopped()) return Possible::kUnknown;
  const std::optional<z3::model> model = model_;
  const Possible second = ask_second(solver, milliseconds);
  if (first == Possible::kYes) model_ = model;
  if (first == second) return first;
  if (first != Possible::kUnknown && second != Possible::kUnknown) differ(solver);
  return model_ ? Possible::kYes : Possible::kUnknown;
}

void Decider::differ(z3::solver& solver) {
  if (deciders_.on_difference) deciders_.on_difference(solver.to_smt2());
}

Possible Decider::ask_z3(z3::solver& solver) {
  switch (solver.check()) {
    case z3::unsat: return Possible::kNo;
    case z3::unknown: return Possible::kUnknown;
    case z3::sat: break;
  }
  model_ = solver.get_model();
  return Possible::kYes;
}

// What it says is handed to Z3, which makes a model of it; and would see that it is none.
Possible Decider::ask_second(z3::solver& solver, unsigned milliseconds) {
  SecondSolver::Values values;
  const z3::expr_vector all = solver.assertions();
  const Possible answer = second_->check(all, milliseconds, values);
  if (answer != Possible::kYes) return answer;
  z3::solver filled(solver.ctx());
  filled.add(all);
  for (const auto& [name, value] : values) filled.add(name == value);
  const Possible made = ask_z3(filled);
  if (made == Possible::kNo) differ(filled);
  return made == Possible::kYes ? made : Possible::kUnknown;
}

}  // namespace heddle::smt
