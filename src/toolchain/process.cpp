#include "toolchain/process.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace heddle {

static std::vector<char*> pointers(const std::vector<std::string>& command) {
  std::vector<char*> result;
  for (const std::string& argument : command) result.push_back(const_cast<char*>(argument.c_str()));
  result.push_back(nullptr);
  return result;
}

Result<Process> Process::start(const std::vector<std::string>& command) {
  const int errors = memfd_create("heddle-compiler", MFD_CLOEXEC);
  if (errors < 0) return Error{std::string("cannot create a temporary file: ") + std::strerror(errno), ""};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  pid_t id = 0;
  const int failed = posix_spawn(&id, command[0].c_str(), &actions, nullptr, pointers(command).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) {
    close(errors);
    return Error{"cannot start " + command[0] + ": " + std::strerror(failed), ""};
  }
  return Process(id, errors);
}

Process::Process(Process&& other) noexcept : id_(other.id_), errors_(other.errors_) {
  other.id_ = 0;
  other.errors_ = -1;
}

Process::~Process() {
  if (id_) wait();
  if (errors_ >= 0) close(errors_);
}

bool Process::wait() {
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = 0;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string Process::errors() const {
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = pread(errors_, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0;)
    text.append(buffer, static_cast<size_t>(n));
  return text;
}

Error execute(const std::vector<std::string>& command) {
  execv(command[0].c_str(), pointers(command).data());
  return Error{"cannot start " + command[0] + ": " + std::strerror(errno), ""};
}

}  // namespace heddle
