// Replay under gdb: the same schedule, stopped where it fails, with the user's own frame selected.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "remote/replay.h"

namespace heddle {

// Runs gdb and waits for it; the value is gdb's exit code. `directory` is for the channel's file.
Result<int> replay_in_gdb(const ReplayRequest& request, const std::string& directory, const std::vector<std::string>& gdb_args);

}  // namespace heddle
