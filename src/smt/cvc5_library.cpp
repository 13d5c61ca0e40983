// What libheddle_cvc5.so shows to whoever loads it.
#include "smt/second_solver.h"

extern "C" __attribute__((visibility("default"))) heddle::smt::SecondSolver* heddle_make_cvc5() {
  return heddle::smt::make_cvc5().release();
}
