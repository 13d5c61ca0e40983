// A question as a script of SMT-LIB, for whoever wants nothing to do with how this project makes formulas: the checker of certificates.
#pragma once
#include <string>

#include "causal/input_solver.h"

namespace heddle::smt {

// Can all its assertions hold at once? Whoever decides is asked (decide.h).
causal::Possible answer(const std::string& script, unsigned milliseconds = 10000);

}  // namespace heddle::smt
