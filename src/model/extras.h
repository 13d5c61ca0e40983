// What is put into a random program after it was drawn, from a seed of its own: programs of a seed stay what they were without.
#pragma once
#include <cstdint>

#include "model/program.h"

namespace heddle::model {

// Some neighbouring instructions become an atomic section.
void add_sections(Program& program, uint64_t seed);
// Some accesses become accesses to several variables.
void add_blocks(Program& program, uint64_t seed);
// Some locks, semaphores and conditions are waited for with a deadline.
void add_deadlines(Program& program, uint64_t seed);
// A mutex becomes recursive: threads take it again while they hold it, and unlock it without holding it.
void add_recursion(Program& program, uint64_t seed);
// Registers are computed with, compared with each other, written, and decide which variable is accessed.
void add_arithmetic(Program& program, uint64_t seed);
// Some threads receive inputs of two to four bits, which are written, compared, assumed to be something.
void add_inputs(Program& program, uint64_t seed);
// Several threads run one function.
void add_twins(Program& program, uint64_t seed);
// Threads are started with what their creator has read, and main looks at what they give back.
void add_arguments(Program& program, uint64_t seed);

}  // namespace heddle::model
