#include "remote/worker_process.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace heddle {
namespace {

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

std::string died_before_main(const Death& death) {
  std::string limits;
  for (const auto& [resource, name] :
       {std::pair(RLIMIT_AS, "memory (ulimit -v)"), std::pair(RLIMIT_STACK, "the stack (ulimit -s)")}) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        (resource == RLIMIT_STACK && limit.rlim_cur >= 1 << 20))
      continue;
    limits += (limits.empty() ? "; there is a limit on " : " and on ") + std::string(name);
  }
  return "the program was not ready to be checked: its process " + std::string(death.by_signal ? "was " : "") +
         describe(death) + " before main was reached" + limits;
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
    return Error{std::string("cannot make shared memory: ") + std::strerror(errno) +
                     (errno == EFBIG ? "; the limit on file sizes (ulimit -f) is too small for it" : ""),
                 "free some memory and try again"};
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
  int lines[2] = {-1, -1};
  if (output == Output::kKeep && pipe2(lines, O_CLOEXEC) != 0)
    return Error{std::string("cannot make a pipe: ") + std::strerror(errno), ""};
  Launch launch;
  launch.words = {program.path};
  launch.words.insert(launch.words.end(), program.args.begin(), program.args.end());
  launch.input = Launch::kNull;
  launch.output = launch.error = output == Output::kKeep ? lines[1] : Launch::kNull;
  launch.kept = channel_fd_;
  // Lazily bound calls of libraries would be forgotten, and resolved again, with every reset of their data.
  launch.environment = {"HEDDLE_CHANNEL=" + std::to_string(channel_fd_), "HEDDLE_CHANNEL_FILE", "LD_BIND_NOW=1"};
  launch.tested = true;
  auto child = ChildProcess::start(launch);
  if (lines[1] >= 0) close(lines[1]);
  output_fd_ = lines[0];
  if (output_fd_ >= 0) fcntl(output_fd_, F_SETFL, O_NONBLOCK);
  if (!child) return child.error();
  child_.emplace(std::move(*child));
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
  if (!child_ || over_) return over_;
  if (const auto death = child_->ended()) {
    drain_output();
    over_ = death;
  }
  return over_;
}

void WorkerProcess::kill() {
  if (!child_ || over_) return;
  child_->kill();
  drain_output();
  over_ = child_->ended();
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
