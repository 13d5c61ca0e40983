// The options of a check as a worker is given them.
#pragma once
#include "cli/options.h"
#include "worker/channel.h"

namespace heddle {

WorkerSettings settings_of(const CheckOptions& options);

}  // namespace heddle
