// What libheddle_smt.so shows to whoever loads it.
#include "smt/z3_solver.h"

extern "C" __attribute__((visibility("default"))) heddle::causal::TraceSolver* heddle_make_z3_solver() {
  return heddle::smt::make_z3_solver().release();
}
