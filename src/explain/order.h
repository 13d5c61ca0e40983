// Which order decided? Given the decisive event of a failing run, the events of another thread that it came between.
#pragma once
#include <span>

#include "trace/event.h"
#include "trace/finding.h"
#include "trace/insight.h"

namespace heddle {

// `pending` is what threads were about to do as the run ended (op kEnd or missing: nothing). `event` is the index of
// the decisive event; the rest of the answer says whose way it got into, as far as that can be told.
DecisiveStep order_that_decided(std::span<const Event> events, std::span<const Event> pending, const Finding& finding,
                                uint32_t event);

}  // namespace heddle
