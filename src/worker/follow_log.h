// For tools/fuzz-follow: with HEDDLE_FOLLOW_LOG=FILE every engine's runs follow values (trace/term.h), and each is appended to the
// file, as text. HEDDLE_FOLLOW_ACQUIRE=1: reads that synchronise fill registers too.
#pragma once
#include "trace/schedule.h"
#include "trace/trace.h"

namespace heddle {

bool logs_follow();
bool logs_follow_acquire();
void log_follow(const Trace& trace);

}  // namespace heddle
