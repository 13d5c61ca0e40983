// How a worker tells its supervisor how far it is.
#pragma once
#include <string>

#include "worker/channel.h"

namespace heddle {

void announce(Channel& channel, WorkerState state);
// The end of this process.
[[noreturn]] void finish(Channel& channel, WorkerState state);
// ResultRecord::reason.
void set_reason(Channel& channel, const std::string& reason);

}  // namespace heddle
