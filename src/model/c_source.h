// A model program as C source with the same visible events in the same order, for people and for checking the
// real runtime against the model.
//
// Variables are 4-byte globals v0, v1, …; atomic accesses use the __atomic builtins, plain ones are volatile so
// that the compiler keeps each of them. Registers are local ints. Semaphores and barriers are initialised
// before main. Each visible instruction stands on a line of its own.
#pragma once
#include <string>

#include "model/program.h"

namespace heddle::model {

std::string to_c(const Program& program);

}  // namespace heddle::model
