// What libheddle_smt.so shows to whoever loads it.
#include "smt/apart.h"
#include "smt/decide.h"
#include "smt/interrupt.h"
#include "smt/script.h"
#include "smt/z3_inputs.h"
#include "smt/z3_paths.h"
#include "smt/z3_solver.h"

extern "C" __attribute__((visibility("default"))) heddle::causal::TraceSolver* heddle_make_z3_solver() {
  return heddle::smt::make_z3_solver().release();
}
extern "C" __attribute__((visibility("default"))) heddle::causal::BitVectorSolver* heddle_make_z3_inputs() {
  return heddle::smt::make_inputs_apart().release();
}
// For questions that are few and hard, and for many that are easy.
extern "C" __attribute__((visibility("default"))) heddle::causal::PathSolver* heddle_make_z3_paths_here() {
  return heddle::smt::make_z3_paths().release();
}
extern "C" __attribute__((visibility("default"))) heddle::causal::PathSolver* heddle_make_z3_paths() {
  return heddle::smt::apart(heddle::smt::make_z3_paths()).release();
}
// 0: yes, 1: no, 2: unknown.
extern "C" __attribute__((visibility("default"))) int heddle_answer_script(const char* script) {
  return static_cast<int>(heddle::smt::answer(script));
}
// This library has a flag of its own that says so.
extern "C" __attribute__((visibility("default"))) void heddle_stop_solvers(bool stop) {
  heddle::causal::solvers_stopped() = stop;
  if (stop) heddle::smt::interrupt_all();
}
// `make`: of libheddle_cvc5.so. `both`: Z3 decides too, and `differ` is told where they contradict each other.
extern "C" __attribute__((visibility("default"))) void heddle_use_second_solver(heddle::smt::SecondSolver* (*make)(),
                                                                                bool both,
                                                                                void (*differ)(const char*)) {
  using namespace heddle::smt;
  deciders() = {both ? Who::kBoth : Who::kSecond, [make] { return std::unique_ptr<SecondSolver>(make()); },
                [differ](const std::string& formula) { differ(formula.c_str()); }};
}
