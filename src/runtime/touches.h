// Accesses to memory that is not known to be shared, for engines that look at several runs together (trace/touch.h).
// Each is told once: what was told is kept over all runs, until the search starts again or does not learn from a run.
#pragma once
#include <span>

#include "runtime/shadow.h"
#include "trace/touch.h"

namespace heddle::rt {

void touches_start(Touch* buffer, uint32_t capacity);
// Those of the current run.
std::span<const Touch> touches();
void forget_touches();  // at the beginning of a run
void tell_touches_again();

}  // namespace heddle::rt
