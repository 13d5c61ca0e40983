// The runtime calls __heddle_finding at every finding; gdb stops there and walks out of the runtime and of the
// system's headers to the first frame of the user's. Crash signals go to the runtime, which turns them into findings.
#include "cli/replay_gdb.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cli/finding_files.h"

extern char** environ;

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSettings = R"gdb(set confirm off
set pagination off
set print thread-events off
set auto-load libthread-db off
set breakpoint pending on
handle SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGSYS nostop noprint pass
break __heddle_finding
)gdb";

constexpr const char* kRun = R"gdb(run
python
def is_user(frame):
    place = frame.find_sal()
    if place.symtab is None:
        return False
    name = place.symtab.fullname()
    system = ("/usr/include/", "/usr/lib/", "/include/c++/", "/lib/gcc/", "/include/heddle/check")
    if any(part in name for part in system):
        return False
    objfile = place.symtab.objfile.filename or ""
    return "libheddle_rt" not in objfile
try:
    frame = gdb.newest_frame()
    while frame is not None and not is_user(frame):
        frame = frame.older()
    if frame is None:
        print("heddle: no frame of the program was found")
    else:
        frame.select()
        gdb.execute("frame")
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
  if (copy)
    fs::copy_file(request.program.path, at / "program", failed);
  else
    fs::create_symlink(request.program.path, at / "program", failed);
  if (failed) return Error{"cannot write " + (at / "program").string() + ": " + failed.message(), ""};
  if (auto written = write_channel_file(at / "channel", request); !written) return written;
  std::ofstream out(at / "start.gdb");
  out << kSettings << "set environment HEDDLE_CHANNEL_FILE " << (at / "channel").string() << "\nset args";
  for (const auto& argument : request.program.args) out << " " << shell_quoted(argument);
  out << "\n";
  out.close();
  if (!out) return Error{"cannot write " + (at / "start.gdb").string(), ""};
  return Ok{};
}

Result<int> replay_in_gdb(const ReplayRequest& request, const std::string& directory,
                          const std::vector<std::string>& gdb_args) {
  const std::string channel = directory + "/channel", script = directory + "/stop-at-failure.gdb";
  if (auto written = write_channel_file(channel, request); !written) return written.error();
  std::ofstream(script) << kSettings << kRun;
  setenv("HEDDLE_CHANNEL_FILE", channel.c_str(), 1);
  unsetenv("HEDDLE_CHANNEL");
  unsetenv("DEBUGINFOD_URLS");

  std::vector<std::string> words{"gdb", "-q"};
  words.insert(words.end(), gdb_args.begin(), gdb_args.end());
  words.insert(words.end(), {"-x", script, "--args", request.program.path});
  words.insert(words.end(), request.program.args.begin(), request.program.args.end());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  signal(SIGINT, SIG_IGN);  // Ctrl-C is for gdb
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, "gdb", nullptr, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0)
    return Error{std::string("cannot start gdb: ") + std::strerror(error), "Install it (Debian: apt-get install gdb)."};
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

}  // namespace heddle
