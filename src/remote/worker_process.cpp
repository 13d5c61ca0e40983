#include "remote/worker_process.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

extern char** environ;

namespace heddle {
namespace {

std::vector<std::string> environment(int channel_fd) {
  std::vector<std::string> variables;
  for (char** v = environ; *v != nullptr; ++v)
    if (std::strncmp(*v, "HEDDLE_CHANNEL", 14) != 0) variables.emplace_back(*v);
  variables.push_back("HEDDLE_CHANNEL=" + std::to_string(channel_fd));
  // Lazily bound calls of libraries would be forgotten, and resolved again, with every reset of their data.
  variables.push_back("LD_BIND_NOW=1");
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (auto& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

struct ChildPlan {
  const char* path;
  char** argv;
  char** envp;
  int channel_fd;
  int output_fd;  // -1: /dev/null
  int error_fd;   // where to write errno if exec fails
  pid_t parent;
};

[[noreturn]] void become(const ChildPlan& plan) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.parent) _exit(127);
  setpgid(0, 0);
  // Addresses are the same in every worker where the system allows it; where not, replay still follows names.
  personality(ADDR_NO_RANDOMIZE | static_cast<unsigned long>(personality(0xffffffff)));
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int null = open("/dev/null", O_RDWR);
  dup2(null, 0);
  dup2(plan.output_fd >= 0 ? plan.output_fd : null, 1);
  dup2(plan.output_fd >= 0 ? plan.output_fd : null, 2);
  if (null > 2) close(null);
  fcntl(plan.channel_fd, F_SETFD, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  execve(plan.path, plan.argv, plan.envp);
  const int error = errno;
  (void)!write(plan.error_fd, &error, sizeof error);
  _exit(127);
}

long futex(const std::atomic<uint32_t>* word, int op, uint32_t value, const timespec* timeout) {
  return syscall(SYS_futex, word, op, value, timeout, nullptr, 0);
}
template <class T>
const std::atomic<uint32_t>* futex_word(const std::atomic<T>& value) {
  static_assert(sizeof(T) == 4);
  return reinterpret_cast<const std::atomic<uint32_t>*>(&value);
}

}  // namespace

Channel* begin_channel(void* memory) {
  auto* channel = static_cast<Channel*>(memory);
  channel->magic = kChannelMagic;
  channel->remaining = 1;
  channel->settings = WorkerSettings();
  channel->thread_count.store(1, std::memory_order_relaxed);
  return channel;
}

std::string describe(const Death& death) {
  if (!death.by_signal) return "ended itself with exit code " + std::to_string(death.code);
  return "killed by signal " + std::to_string(death.code) + " (" + strsignal(death.code) + ")";
}

std::string died_before_main(const Death& death) {
  return "the program was not ready to be checked: its process " + std::string(death.by_signal ? "was " : "") + describe(death) +
         " before main was reached";
}

bool may_start_again(const Death& death, int deaths) { return death.by_signal && death.code == SIGKILL && deaths <= 3; }

uint64_t resident_bytes(pid_t pid) {
  if (pid < 0) return 0;
  char path[64], text[128];
  std::snprintf(path, sizeof path, "/proc/%d/statm", static_cast<int>(pid));
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return 0;
  text[n] = 0;
  unsigned long long total = 0, pages = 0;
  std::sscanf(text, "%llu %llu", &total, &pages);
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::create() {
  std::unique_ptr<WorkerProcess> worker(new WorkerProcess);
  worker->channel_fd_ = memfd_create("heddle-channel", MFD_CLOEXEC);
  if (worker->channel_fd_ < 0 || ftruncate(worker->channel_fd_, sizeof(Channel)) != 0)
    return Error{std::string("cannot make shared memory: ") + std::strerror(errno), "free some memory and try again"};
  void* memory =
      mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, worker->channel_fd_, 0);
  if (memory == MAP_FAILED)
    return Error{std::string("cannot map shared memory: ") + std::strerror(errno), "free some memory and try again"};
  worker->channel_ = begin_channel(memory);
  return worker;
}

WorkerProcess::~WorkerProcess() {
  kill();
  if (channel_ != nullptr && fixed_inputs_ != nullptr) fixed_inputs_->fetch_or(channel_->fixed_inputs);
  if (channel_ != nullptr) munmap(channel_, sizeof(Channel));
  if (channel_fd_ >= 0) close(channel_fd_);
  if (output_fd_ >= 0) close(output_fd_);
}

Status WorkerProcess::start(const Program& program, Output output) {
  fixed_inputs_ = program.fixed_inputs;
  int errors[2], lines[2] = {-1, -1};
  if (pipe2(errors, O_CLOEXEC) != 0) return Error{std::string("cannot make a pipe: ") + std::strerror(errno), ""};
  if (output == Output::kKeep && pipe2(lines, O_CLOEXEC) != 0) {
    close(errors[0]), close(errors[1]);
    return Error{std::string("cannot make a pipe: ") + std::strerror(errno), ""};
  }
  std::vector<std::string> args = program.args;
  args.insert(args.begin(), program.path);
  auto variables = environment(channel_fd_);
  const auto argv = pointers(args), envp = pointers(variables);
  const ChildPlan plan{program.path.c_str(), const_cast<char**>(argv.data()), const_cast<char**>(envp.data()),
                       channel_fd_, lines[1], errors[1], getpid()};
  pid_ = fork();
  if (pid_ == 0) become(plan);
  close(errors[1]);
  if (lines[1] >= 0) close(lines[1]);
  output_fd_ = lines[0];
  if (output_fd_ >= 0) fcntl(output_fd_, F_SETFL, O_NONBLOCK);
  int error = pid_ < 0 ? errno : 0;
  if (pid_ >= 0) {
    ssize_t n;
    do n = read(errors[0], &error, sizeof error);
    while (n < 0 && errno == EINTR);
    if (n != sizeof error) error = 0;
  }
  close(errors[0]);
  if (error != 0) return Error{"cannot start " + program.path + ": " + std::strerror(error), ""};
  return Ok{};
}

void WorkerProcess::wait(WorkerState seen, std::chrono::milliseconds timeout) {
  if (channel_->state.load(std::memory_order_acquire) != seen || ended()) return;
  if (output_fd_ >= 0) {  // the program must not wait for us to read
    pollfd wanted{output_fd_, POLLIN, 0};
    poll(&wanted, 1, static_cast<int>(std::min<int64_t>(timeout.count(), 5)));
    return drain_output();
  }
  const timespec limit{timeout.count() / 1000, timeout.count() % 1000 * 1000000};
  futex(futex_word(channel_->state), FUTEX_WAIT, static_cast<uint32_t>(seen), &limit);
}

void WorkerProcess::wait_for_answer(std::chrono::milliseconds timeout) {
  const timespec limit{timeout.count() / 1000, timeout.count() % 1000 * 1000000};
  futex(futex_word(channel_->command), FUTEX_WAIT, static_cast<uint32_t>(Command::kSplit), &limit);
}

void WorkerProcess::send(Command command) {
  channel_->command.store(command, std::memory_order_release);
  futex(futex_word(channel_->command), FUTEX_WAKE, INT32_MAX, nullptr);
}

std::optional<Death> WorkerProcess::ended() {
  if (pid_ < 0 || death_) return death_;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  drain_output();
  death_ = WIFSIGNALED(status) ? Death{true, WTERMSIG(status)} : Death{false, WEXITSTATUS(status)};
  return death_;
}

void WorkerProcess::kill() {
  if (pid_ < 0 || death_) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);  // it may not have entered its group yet
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  drain_output();
  death_ = WIFSIGNALED(status) ? Death{true, WTERMSIG(status)} : Death{false, WEXITSTATUS(status)};
}

void WorkerProcess::drain_output() {
  if (output_fd_ < 0) return;
  char buffer[1 << 16];
  // A program that prints without end must not keep us here: one pipe full at a time.
  for (int i = 0; i < 16; ++i) {
    const ssize_t n = read(output_fd_, buffer, sizeof buffer);
    if (n <= 0) return;
    const size_t room = kMaxOutput - output_.size();
    output_.append(buffer, std::min(room, static_cast<size_t>(n)));
    if (static_cast<size_t>(n) > room) output_cut_ = true;
  }
}

}  // namespace heddle
