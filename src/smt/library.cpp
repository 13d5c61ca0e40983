// What libheddle_smt.so shows to whoever loads it.
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
  return heddle::smt::make_z3_inputs().release();
}
extern "C" __attribute__((visibility("default"))) heddle::causal::PathSolver* heddle_make_z3_paths() {
  return heddle::smt::make_z3_paths().release();
}
// 0: yes, 1: no, 2: unknown.
extern "C" __attribute__((visibility("default"))) int heddle_answer_script(const char* script) {
  return static_cast<int>(heddle::smt::answer(script));
}
extern "C" __attribute__((visibility("default"))) void heddle_interrupt_z3() { heddle::smt::interrupt_all(); }
// `make`: of libheddle_cvc5.so. `both`: Z3 decides too, and `differ` is told where they contradict each other.
extern "C" __attribute__((visibility("default"))) void heddle_use_second_solver(heddle::smt::SecondSolver* (*make)(),
                                                                                bool both,
                                                                                void (*differ)(const char*)) {
  using namespace heddle::smt;
  deciders() = {both ? Who::kBoth : Who::kSecond, [make] { return std::unique_ptr<SecondSolver>(make()); },
                [differ](const std::string& formula) { differ(formula.c_str()); }};
}
