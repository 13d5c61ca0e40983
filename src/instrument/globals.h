// Globals: keeps a gap behind each variable of the module, and tells the runtime what is where, so that an access outside
// of a variable is noticed.
#pragma once
#include "instrument/positions.h"
#include "instrument/runtime_calls.h"

namespace heddle {

struct GlobalTable {
  llvm::Constant* entries = nullptr;  // an array of __heddle_global; null if there is none
  uint64_t count = 0;
};
GlobalTable guard_globals(llvm::Module& module, Positions& positions);

}  // namespace heddle
