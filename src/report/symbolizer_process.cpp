#include "report/symbolizer_process.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace heddle {

SymbolizerProcess& SymbolizerProcess::the() {
  static SymbolizerProcess process;
  return process;
}

// Questions go out some at a time, so that the two processes do not wait for each other at each: as many as fit into the socket,
// or both might stand before a full one.
std::vector<std::string> SymbolizerProcess::ask(const std::vector<std::string>& questions) {
  constexpr size_t kAtOnce = 16 << 10;
  std::vector<std::string> answers(questions.size());
  for (size_t next = 0, answered = 0; answered < questions.size() && start();) {
    std::string lines;
    for (; next < questions.size() && (lines.empty() || lines.size() + questions[next].size() <= kAtOnce); ++next)
      lines += questions[next];
    bool good = send(lines);
    while (good && answered < next)
      if ((good = receive(answers[answered]))) ++answered;
    if (good) continue;
    answers[answered].clear();
    end();
    gone_ = true;
  }
  return answers;
}

bool SymbolizerProcess::start() {
  if (socket_ >= 0) return true;
  if (gone_) return false;
  for (const char* program :
       {"llvm-symbolizer-19", "llvm-symbolizer", "/usr/bin/llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer"})
    if (start(program)) return true;
  gone_ = true;
  return false;
}

// A socket and not a pipe: writing to it when the process has died is an error and not a signal.
bool SymbolizerProcess::start(const char* program) {
  const std::string path = find_program(program);
  int ends[2];
  if (path.empty() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  Launch launch;
  launch.words = {path, "--output-style=JSON", "--inlines", "--demangle"};
  launch.input = launch.output = ends[1];
  launch.error = Launch::kNull;
  auto child = ChildProcess::start(launch);
  close(ends[1]);
  if (!child) return close(ends[0]), false;
  child_.emplace(std::move(*child));
  socket_ = ends[0];
  return true;
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
  child_.reset();
}

}  // namespace heddle
