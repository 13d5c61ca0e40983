// The runtime calls __heddle_finding at every finding; gdb stops there and walks out of the runtime and of the
// system's headers to the first frame of the user's. Crash signals go to the runtime, which turns them into findings. What else gdb
// can do is in gdb_commands.cpp.
#include "cli/replay_gdb.h"

#include <signal.h>

#include <filesystem>
#include <sstream>

#include "cli/finding_files.h"
#include "system/process.h"
#include "system/whole_file.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRun = R"gdb(run
python
try:
    gdb.newest_frame()
except gdb.error as error:
    print("heddle: the program ended without reaching the failure (%s)" % error)
end
)gdb";

}  // namespace

Status write_debug_files(const ReplayRequest& request, bool copy, const std::string& directory) {
  std::error_code failed;
  const fs::path at = fs::absolute(directory, failed);
  fs::create_directories(at, failed);
  fs::remove(at / "program", failed);
  if (copy) fs::copy_file(request.program.path, at / "program", failed);
  else fs::create_symlink(request.program.path, at / "program", failed);
  if (failed) return Error{"cannot write " + (at / "program").string() + ": " + failed.message(), ""};
  if (auto written = write_channel_file(at / "channel", request); !written) return written;
  std::ostringstream out;
  out << gdb_settings() << "set environment HEDDLE_CHANNEL_FILE " << (at / "channel").string() << "\nset args";
  for (const auto& argument : request.program.args) out << " " << shell_quoted(argument);
  out << "\n";
  return write_whole_file(at / "start.gdb", out.str());
}

Result<int> replay_in_gdb(const ReplayRequest& request, const std::string& directory, GdbReplay about,
                          const std::vector<std::string>& gdb_args) {
  const std::string channel = directory + "/channel", script = directory + "/stop-at-failure.gdb";
  if (auto written = write_channel_file(channel, request); !written) return written.error();
  about.channel = channel;
  if (auto written = write_whole_file(script, gdb_settings() + gdb_commands(about) + kRun); !written)
    return written.error();
  const std::string gdb = find_program("gdb"), hint = "Install it (Debian: apt-get install gdb).";
  if (gdb.empty()) return Error{"gdb was not found", hint};
  Launch launch;
  // Commands of the user (-ex) come behind ours: the program has been run by then.
  launch.words = {gdb, "-q", "-x", script};
  launch.words.insert(launch.words.end(), gdb_args.begin(), gdb_args.end());
  launch.words.insert(launch.words.end(), {"--args", request.program.path});
  launch.words.insert(launch.words.end(), request.program.args.begin(), request.program.args.end());
  launch.environment = {"HEDDLE_CHANNEL_FILE=" + channel, "HEDDLE_CHANNEL", "DEBUGINFOD_URLS"};
  auto child = ChildProcess::start(launch);
  if (!child) return Error{child.error().message, hint};
  signal(SIGINT, SIG_IGN);  // Ctrl-C is for gdb
  const Death death = child->wait();
  return death.by_signal ? 128 : death.code;
}

}  // namespace heddle
