// What more can be found out about a confirmed finding: the shortest run that fails so, and the step that decided.
// The runs are made in a worker process of their own, beside those of the search; the result is replayed like any
// finding before it takes the place of the run that was found.
#pragma once
#include <functional>

#include "remote/check.h"

namespace heddle {

// Puts the shortest failing run that was found in time into `found`, and `found.insight`. Takes about two seconds at
// most; on small programs far less. `meanwhile` is called every few milliseconds.
void gain_insight(const CheckRequest& request, Found& found, const std::function<void()>& meanwhile);

}  // namespace heddle
