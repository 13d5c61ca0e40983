#include "report/symbolizer_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

extern char** environ;

namespace heddle {

SymbolizerProcess& SymbolizerProcess::the() {
  static SymbolizerProcess process;
  return process;
}

std::vector<std::string> SymbolizerProcess::ask(const std::vector<std::string>& questions) {
  std::vector<std::string> answers(questions.size());
  for (size_t i = 0; i < questions.size(); ++i) {
    if (!start()) break;
    if (send(questions[i]) && receive(answers[i])) continue;
    answers[i].clear();
    end();
    gone_ = true;
  }
  return answers;
}

bool SymbolizerProcess::start() {
  if (socket_ >= 0) return true;
  if (gone_) return false;
  for (const char* program : {"llvm-symbolizer-19", "llvm-symbolizer"})
    if (start(program)) return true;
  gone_ = true;
  return false;
}

// A socket and not a pipe: writing to it when the process has died is an error and not a signal.
bool SymbolizerProcess::start(const char* program) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  const char* argv[] = {program, "--output-style=JSON", "--inlines", "--demangle", nullptr};
  const int error = posix_spawnp(&pid_, program, &actions, nullptr, const_cast<char**>(argv), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error == 0)
    socket_ = ends[0];
  else
    close(ends[0]);
  return error == 0;
}

bool SymbolizerProcess::send(const std::string& line) {
  for (size_t done = 0; done < line.size();) {
    const ssize_t n = ::send(socket_, line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) done += static_cast<size_t>(n);
  }
  return true;
}

bool SymbolizerProcess::receive(std::string& line) {
  char buffer[1 << 14];
  for (size_t end; (end = rest_.find('\n')) == std::string::npos;) {
    const ssize_t n = read(socket_, buffer, sizeof buffer);
    if (n == 0 || (n < 0 && errno != EINTR)) return false;
    if (n > 0) rest_.append(buffer, static_cast<size_t>(n));
  }
  const size_t end = rest_.find('\n');
  line = rest_.substr(0, end);
  rest_.erase(0, end + 1);
  return true;
}

void SymbolizerProcess::end() {
  if (socket_ < 0) return;
  close(socket_);
  socket_ = -1;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace heddle
