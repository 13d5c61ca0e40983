// Memory orders of generated programs. Private to the generators.
#pragma once
#include <cstdint>

#include "base/hash.h"
#include "model/program.h"

namespace heddle::model {

// One of the orders that this instruction may have.
uint8_t random_order(Code code, Random& random);
// Gives half of all programs random orders, and a fence here and there.
void weaken_orders(Program& program, uint64_t seed);

}  // namespace heddle::model
