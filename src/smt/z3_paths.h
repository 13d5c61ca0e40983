// Z3 as the solver of causal/path_question.h: a truth value for each step (it is performed), a number for its place in the order,
// a bit-vector for what it reads. Values are related where a read sees a write.
#pragma once
#include <memory>

#include "causal/path_question.h"

namespace heddle::smt {

std::unique_ptr<causal::PathSolver> make_z3_paths();

}  // namespace heddle::smt
