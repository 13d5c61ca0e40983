// Z3 as the solver for bit-vectors of causal/input_solver.h. Operators mean what they do in trace/term.h, also where the
// instruction is not defined.
#pragma once
#include <memory>

#include "causal/input_solver.h"

namespace heddle::smt {

// `milliseconds`: for one question.
std::unique_ptr<causal::BitVectorSolver> make_z3_inputs(unsigned milliseconds = 10000);

}  // namespace heddle::smt
