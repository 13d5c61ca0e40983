// The facts of the program that this process checks. Whoever starts it says so, once, before the first engine is made.
#pragma once
#include "facts/program.h"

namespace heddle::facts {

// Null if there are none. (No object: engines also live in the program's process, where nothing may be constructed by itself.)
inline constinit const Program* current = nullptr;

}  // namespace heddle::facts
