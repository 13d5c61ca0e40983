// Replay under gdb: the same schedule, stopped where it fails, with the user's own frame selected.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/gdb_commands.h"
#include "remote/replay.h"

namespace heddle {

// Runs gdb and waits for it; the value is gdb's exit code. `directory` is for the channel's file.
Result<int> replay_in_gdb(const ReplayRequest& request, const std::string& directory, GdbReplay about,
                          const std::vector<std::string>& gdb_args);

// For debuggers that start gdb themselves, such as an editor's: DIRECTORY/program (a copy, or a link to an executable
// that is not ours), DIRECTORY/channel for one run, and DIRECTORY/start.gdb to be sourced before the program is started.
Status write_debug_files(const ReplayRequest& request, bool copy, const std::string& directory);

}  // namespace heddle
