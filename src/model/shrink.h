// Shrinking: from a program that fails a test to a minimal one that still does.
#pragma once
#include <functional>

#include "model/program.h"

namespace heddle::model {

// Removes threads, instructions, branches and loops, and simplifies operands, as long as `still_fails` says yes
// of what is left. `still_fails(program)` must hold at the start.
Program shrink(Program program, const std::function<bool(const Program&)>& still_fails);

}  // namespace heddle::model
