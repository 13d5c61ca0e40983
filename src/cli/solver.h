// --solver: finds the solver asked for and makes it known to engines. Z3 is loaded only here, so a check that does not
// ask for it does not pay for it.
#pragma once
#include <functional>
#include <string>

#include "base/result.h"
#include "certificate/questions.h"
#include "cli/options.h"

namespace heddle {

// Does the program receive inputs (Op::kInput), as far as its symbols tell?
bool receives_inputs(const std::string& executable);

// It was compiled so that inputs are followed through functions of the C library.
bool follows_inputs(const std::string& executable);

// `inputs`: the solver is needed for them. If the two solvers differ, the question is written into `o.output_dir` and the process ends.
Status load_solver(const CheckOptions& o, bool inputs);

// One that answers scripts of SMT-LIB: `which` is z3 or cvc5. What it needs is loaded at its first question.
certificate::AskSolver script_solver(const std::string& which);
bool has_solver(const std::string& which);

// See CheckRequest::stop_solvers; empty if none was loaded.
std::function<void(bool)> solver_stopper();

}  // namespace heddle
