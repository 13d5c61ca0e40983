// What libheddle_smt.so shows to whoever loads it.
#include "smt/interrupt.h"
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
extern "C" __attribute__((visibility("default"))) void heddle_interrupt_z3() { heddle::smt::interrupt_all(); }
