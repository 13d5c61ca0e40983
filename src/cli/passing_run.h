// The run without the failure that is nearest to a failing one, for reports that show the two side by side.
//
// It begins like the failing run up to a step with a choice, lets another thread go on there, and then stays with a thread as long as
// it can. Tried from the decisive step backwards, so that as much as possible is alike; each try is a process, so there are few.
#pragma once
#include <optional>

#include "remote/check.h"
#include "report/report.h"

namespace heddle {

// `failing`: the explanation of `found`. Nothing if no such run was found, or it is not known which step decided.
std::optional<PassingRun> nearest_passing_run(const CheckRequest& request, const Found& found,
                                              const Explanation& failing);

}  // namespace heddle
