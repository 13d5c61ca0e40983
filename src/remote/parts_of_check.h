// A check that is made in parts, one after the other.
#pragma once
#include <algorithm>
#include <chrono>
#include <utility>

#include "remote/check.h"

namespace heddle {

// What is left of the time for a check that `before` was the beginning of.
inline void take_time(CheckRequest& request, const CheckResult& before) {
  if (request.time_limit.count() > 0)
    request.time_limit = std::max<std::chrono::duration<double>>(
        std::chrono::milliseconds(1), request.time_limit - std::chrono::duration<double>(before.seconds));
}

// `result` is of the rest of that check.
inline CheckResult joined(const CheckResult& before, CheckResult result) {
  result.findings += before.findings;
  result.seconds += before.seconds;
  result.covered.add(before.covered);
  if (result.modules.empty()) result.modules = before.modules;
  return result;
}

// Whether the engine's members may search at the same time: an executions limit is for one search, and a certificate is mcr's.
bool may_be_divided(const CheckRequest& request);

}  // namespace heddle
