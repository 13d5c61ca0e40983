// Inputs of the program where values are followed: any value may come, which the schedule says (trace/input.h), and nothing is known
// of it but what the thread asks.
#pragma once
#include <cstdint>

#include "trace/schedule.h"

namespace heddle::rt {

// A run begins.
void inputs_reset(const Schedule& schedule);

// The value goes to the caller of the runtime's function, with its term if that takes it. `bytes`: of the function's result.
uint64_t receive(uint32_t bits, uint32_t bytes, uint64_t position);

}  // namespace heddle::rt
