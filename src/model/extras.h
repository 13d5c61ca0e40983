// What is put into a random program after it was drawn, from a seed of its own: programs of a seed stay what they were without.
#pragma once
#include <cstdint>

#include "model/program.h"

namespace heddle::model {

// Some neighbouring instructions become an atomic section.
void add_sections(Program& program, uint64_t seed);

}  // namespace heddle::model
