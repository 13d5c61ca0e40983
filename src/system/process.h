// Starting programs: the only place where the tool makes processes. No shell, and nothing of ours gets into them but what the
// launch says: descriptors are closed, signals are as they are by default.
//
//   Launch launch;
//   launch.words = {"/usr/bin/gdb", "-q"};
//   auto child = ChildProcess::start(launch);
//   const Death death = child->wait();
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle {

struct Launch {
  static constexpr int kInherit = -1, kNull = -2;  // in place of a descriptor: ours, /dev/null

  std::vector<std::string> words;  // the path of the program, then its arguments
  int input = kInherit, output = kInherit,
      error = kInherit;                  // what its standard streams are: an open descriptor, or one of these
  int kept = -1;                         // one more descriptor that it gets, under the same number
  std::vector<std::string> environment;  // what differs from ours: "NAME=value", or "NAME" to leave it out
  // A program under test: it is in a process group of its own, so that Ctrl-C reaches only us, dies with us, leaves no core
  // file, and lies at the same addresses every time where the system allows it.
  bool tested = false;
};

// How a process ended.
struct Death {
  bool by_signal = false;
  int code = 0;  // the signal, or the exit code
  friend bool operator==(const Death&, const Death&) = default;
};
// "killed by signal 9 (Killed)" or "ended itself with exit code 3".
std::string describe(const Death& death);

class ChildProcess {
 public:
  // An error also if the program cannot be executed.
  static Result<ChildProcess> start(const Launch& launch);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  // Waits for its end.
  ~ChildProcess();

  pid_t id() const { return id_; }
  // How it ended, once it has.
  std::optional<Death> ended();
  Death wait();
  // Ends it and, if it is `tested`, all that it has started.
  void kill();

 private:
  ChildProcess(pid_t id, bool has_group) : id_(id), has_group_(has_group) {}

  pid_t id_;
  bool has_group_;
  std::optional<Death> death_;
};

// Replaces this process. Returns only on failure.
Error execute(const std::vector<std::string>& words);
// The path of a program as a shell would find it; empty if there is none.
std::string find_program(const std::string& name);
// May programs under test lie at the same addresses every time? Tried for real, since sandboxes forbid it.
bool can_fix_addresses();
// May a process have its system calls shown to itself (Syscall User Dispatch)?
bool can_watch_calls();

}  // namespace heddle
