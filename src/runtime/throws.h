// Which exceptions a run threw, for reports: a thread that left its lock taken mostly did so by one.
#pragma once
#include <span>

#include "trace/run_record.h"

namespace heddle::rt {

void forget_throws();
// The first ones of the run; none if it was made without details.
std::span<const Throw> throws_of_run();

}  // namespace heddle::rt
