// Which accesses of a model program can matter to its assertions, locks and waits? The facts of src/facts for programs held as data: by
// registers and variables, whatever the order of instructions.
#pragma once
#include <vector>

#include "model/program.h"

namespace heddle::model {

// Ways to get it wrong on purpose, to test that the oracle notices.
enum class SliceFault : uint8_t {
  kNone,
  kNoControl,    // what decides whether an instruction is executed does not count
  kNoMemory,     // who writes what is read does not count
  kNoParameter,  // arguments and results of threads do not count
  kNoAddress,    // which variable is accessed does not count
  kNoAssertions,
};

// By position, as in Line: accesses that cannot.
std::vector<bool> lesser_positions(const Program& program, SliceFault fault = SliceFault::kNone);

}  // namespace heddle::model
