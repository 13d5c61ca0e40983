// The paper's constraints for Z3: the reference that the native solver is tested against.
#pragma once
#include "causal/trace_solver.h"

namespace heddle::smt {

// A question that takes longer is answered with kUnknown.
std::unique_ptr<causal::TraceSolver> make_z3_solver(unsigned milliseconds = 10000);

}  // namespace heddle::smt
