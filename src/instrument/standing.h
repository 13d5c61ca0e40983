// Where a thread stands, for src/facts/futures.h: each function that has a record tells which call or access comes next, and what the values
// are that addresses are computed from.
#pragma once
#include "analysis/futures.h"

namespace heddle {

// After accesses were rewritten.
void tell_standing(const analysis::StandingPlan& plan);

}  // namespace heddle
