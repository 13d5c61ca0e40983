// The child borrows our memory until it becomes the program (vfork): making it costs the same however much we occupy, and works
// where there is no room for a second one like us. So it may do nothing but system calls, and everything they need is prepared
// before.
#include "system/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "system/stack.h"

extern char** environ;

namespace heddle {
namespace {

std::vector<std::string> environment_for(const Launch& launch) {
  std::vector<std::string> variables;
  const auto replaces = [](const std::string& change, const char* variable) {
    const std::string name = change.substr(0, change.find('='));
    return std::strncmp(variable, name.c_str(), name.size()) == 0 && variable[name.size()] == '=';
  };
  for (char** v = environ; v != nullptr && *v != nullptr; ++v) {
    bool kept = true;
    for (const std::string& change : launch.environment) kept &= !replaces(change, *v);
    if (kept) variables.emplace_back(*v);
  }
  for (const std::string& change : launch.environment)
    if (change.find('=') != std::string::npos) variables.push_back(change);
  return variables;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (const std::string& s : strings) out.push_back(const_cast<char*>(s.c_str()));
  out.push_back(nullptr);
  return out;
}

struct Plan {
  const char* path;
  char* const* argv;
  char* const* envp;
  int streams[3];  // descriptors, or Launch::kInherit, kNull
  int kept;
  bool tested;
  pid_t parent;
};

// Two streams may be each other's descriptors, so those are first copied out of the way.
bool arrange_streams(const Plan& plan) {
  int from[3];
  for (int i = 0; i < 3; ++i) {
    from[i] = plan.streams[i] == Launch::kNull ? open("/dev/null", O_RDWR | O_CLOEXEC) : plan.streams[i];
    if (plan.streams[i] == Launch::kInherit) continue;
    if (from[i] >= 0 && from[i] <= 2) from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 3);
    if (from[i] < 0) return false;
  }
  for (int i = 0; i < 3; ++i)
    if (plan.streams[i] != Launch::kInherit && dup2(from[i], i) < 0) return false;
  return true;
}

// Returns only if it fails, with the reason.
int become(const Plan& plan) {
  if (plan.tested) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan.parent) _exit(127);
    setpgid(0, 0);
    personality(ADDR_NO_RANDOMIZE | static_cast<unsigned long>(personality(0xffffffff)));
    restore_stack_limit();
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
  }
  if (!arrange_streams(plan)) return errno;
  if (plan.kept >= 0) fcntl(plan.kept, F_SETFD, 0);
  for (int s : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGXFSZ}) {
    // nohup and the like have ignored it before us, and for all that we start.
    struct sigaction now;
    const bool ours = s == SIGPIPE || s == SIGXFSZ || s == SIGCHLD;
    if (!ours && sigaction(s, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
    now = {};
    now.sa_handler = SIG_DFL;
    sigaction(s, &now, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(plan.path, plan.argv, plan.envp);
  return errno;
}

// No handler of ours may run in a child that shares our memory.
pid_t make_child(const Plan& plan, volatile int& error) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const pid_t id = vfork();
  if (id == 0) {
    error = become(plan);
    _exit(127);
  }
  if (id < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return id;
}

Error cannot_start(const std::string& what, int error) {
  return {"cannot start " + what + ": " + std::strerror(error), ""};
}

Death death_of(int status) {
  return WIFSIGNALED(status) ? Death{true, WTERMSIG(status)} : Death{false, WEXITSTATUS(status)};
}

}  // namespace

std::string describe(const Death& death) {
  if (!death.by_signal) return "ended itself with exit code " + std::to_string(death.code);
  return "killed by signal " + std::to_string(death.code) + " (" + strsignal(death.code) + ")";
}

Result<ChildProcess> ChildProcess::start(const Launch& launch) {
  const auto variables = environment_for(launch);
  const auto argv = pointers(launch.words), envp = pointers(variables);
  const Plan plan{
      launch.words[0].c_str(), argv.data(), envp.data(), {launch.input, launch.output, launch.error}, launch.kept,
      launch.tested,           getpid()};
  volatile int error = 0;
  const pid_t id = make_child(plan, error);
  if (id < 0) return cannot_start(launch.words[0], error);
  ChildProcess child(id, launch.tested);
  if (error == 0) return child;
  child.wait();
  return cannot_start(launch.words[0], error);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : id_(std::exchange(other.id_, -1)), has_group_(other.has_group_), death_(other.death_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this == &other) return *this;
  if (id_ >= 0) wait();
  id_ = std::exchange(other.id_, -1);
  has_group_ = other.has_group_;
  death_ = other.death_;
  return *this;
}

ChildProcess::~ChildProcess() {
  if (id_ >= 0) wait();
}

std::optional<Death> ChildProcess::ended() {
  int status = 0;
  if (!death_ && waitpid(id_, &status, WNOHANG) == id_) death_ = death_of(status);
  return death_;
}

Death ChildProcess::wait() {
  int status = 0;
  while (!death_) {
    const pid_t id = waitpid(id_, &status, 0);
    if (id == id_) death_ = death_of(status);
    else if (errno != EINTR) death_ = Death{};  // somebody else has waited for it
  }
  return *death_;
}

void ChildProcess::kill() {
  if (ended()) return;
  if (has_group_) ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);
  wait();
}

Error execute(const std::vector<std::string>& words) {
  execv(words[0].c_str(), pointers(words).data());
  return cannot_start(words[0], errno);
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  const char* variable = std::getenv("PATH");
  const std::string path = variable != nullptr ? variable : "/bin:/usr/bin";
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    const std::string directory = path.substr(begin, end - begin),
                      file = (directory.empty() ? "." : directory) + "/" + name;
    if (access(file.c_str(), X_OK) == 0) return file;
    begin = end + 1;
  }
  return {};
}

// Does this hold in a child, which ends afterwards?
static bool holds_in_child(bool (*what)()) {
  const pid_t pid = fork();
  if (pid < 0) return false;
  if (pid == 0) _exit(what() ? 0 : 1);
  int status = 1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

bool can_fix_addresses() {
  return holds_in_child(
      [] { return personality(ADDR_NO_RANDOMIZE) != -1 && (personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0; });
}

bool can_watch_calls() {
  return holds_in_child([] {
    constexpr int kDispatch = 59, kOn = 1;  // PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON
    static char selector;
    return prctl(kDispatch, kOn, 0ul, 0ul, &selector) == 0;
  });
}

}  // namespace heddle
