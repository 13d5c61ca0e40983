#include "smt/solver_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "causal/input_solver.h"

namespace heddle::smt {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kLookEvery = 20ms;
constexpr int kPatience = 2000;  // milliseconds that a process is given to end by itself

// A message is its length and its bytes. `longest`: negative for no limit.
struct Line {
  int socket;
  std::chrono::milliseconds longest{-1};
  bool gone = false;  // the other side is

  bool put(std::string_view bytes) {
    const uint64_t size = bytes.size();
    return put(reinterpret_cast<const char*>(&size), sizeof size) && put(bytes.data(), bytes.size());
  }
  std::optional<std::string> get() {
    uint64_t size = 0;
    if (!get(reinterpret_cast<char*>(&size), sizeof size)) return std::nullopt;
    std::string bytes(size, '\0');
    return get(bytes.data(), size) ? std::optional(std::move(bytes)) : std::nullopt;
  }

 private:
  bool put(const char* bytes, size_t size) {
    for (size_t done = 0; done < size;) {
      const ssize_t n = send(socket, bytes + done, size - done, MSG_NOSIGNAL);
      if (n > 0) done += static_cast<size_t>(n);
      else if (n == 0 || errno != EINTR) return !(gone = true);
    }
    return true;
  }
  bool get(char* bytes, size_t size) {
    const auto begin = Clock::now();
    for (size_t done = 0; done < size;) {
      if (longest >= 0ms) {
        if (causal::solvers_stopped() || Clock::now() - begin >= longest) return false;
        pollfd ready{socket, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(kLookEvery.count())) <= 0) continue;
      }
      const ssize_t n = read(socket, bytes + done, size - done);
      if (n > 0) done += static_cast<size_t>(n);
      else if (n == 0 || errno != EINTR) return !(gone = true);
    }
    return true;
  }
};

}  // namespace

bool SolverProcess::start() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  std::fflush(nullptr);  // or the other process may print it as well
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    serve(ends[1]);
  }
  close(ends[1]);
  if (process_ < 0) close(ends[0]);
  else socket_ = ends[0];
  return process_ > 0;
}

void SolverProcess::serve(int socket) {
  Line line{socket};
  while (const auto request = line.get())
    if (!line.put(serve_(*request))) break;
  _exit(0);
}

std::optional<std::string> SolverProcess::ask(const std::string& request, std::chrono::milliseconds longest) {
  if (causal::solvers_stopped() || (process_ < 0 && !start())) return std::nullopt;
  Line line{socket_, longest};
  std::optional<std::string> answer;
  if (line.put(request)) answer = line.get();
  if (!answer) end(!line.gone);
  return answer;
}

// Not at once: it is ending by itself.
void SolverProcess::end(bool at_once) {
  if (process_ < 0) return;
  close(socket_);
  int status = 0;
  for (int looks = at_once ? 0 : kPatience; waitpid(process_, &status, WNOHANG) == 0; --looks) {
    if (looks <= 0) kill(process_, SIGKILL);
    std::this_thread::sleep_for(1ms);
  }
  process_ = -1;
  if (!at_once && WIFEXITED(status) && WEXITSTATUS(status) != 0) std::exit(WEXITSTATUS(status));
}

}  // namespace heddle::smt
