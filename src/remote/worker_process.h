// WorkerProcess: one process of the program under test and the channel shared with it.
//
//   auto worker = WorkerProcess::create();
//   (*worker)->channel().settings.mode = WorkerMode::kExplore;
//   (*worker)->start(program, Output::kDiscard);
//   while (!(*worker)->ended()) (*worker)->wait(WorkerState::kRunning, 20ms);
//
// The process is in a group of its own, so Ctrl-C reaches only the supervisor, and dies with the supervisor.
#pragma once
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "system/process.h"
#include "worker/channel.h"

namespace heddle {

struct Program {
  std::string path;
  std::vector<std::string> args;
  // FixedInput: those that it asked for in any worker that has ended.
  std::shared_ptr<std::atomic<uint32_t>> fixed_inputs = std::make_shared<std::atomic<uint32_t>>(0);
};

enum class Output { kDiscard, kKeep };

// What to say of a process that died before main. Killed (9) it was by somebody else, most likely: it is started again, so often.
std::string died_before_main(const Death& death);
bool may_start_again(const Death& death, int deaths);

// Bytes of memory that a process occupies now; 0 if there is none.
uint64_t resident_bytes(pid_t pid);

// A channel in fresh, zero memory. Constructing it in the ordinary way would touch two hundred megabytes of
// arrays whose initial state is zero anyway.
Channel* begin_channel(void* memory);

class WorkerProcess {
 public:
  static constexpr size_t kMaxOutput = 1 << 20;  // bytes of the program's output that are kept

  // Makes the channel, with default settings; no process yet.
  static Result<std::unique_ptr<WorkerProcess>> create();
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  Channel& channel() { return *channel_; }
  const Channel& channel() const { return *channel_; }

  Status start(const Program& program, Output output);

  // Until `state` differs from `seen`, the process ended, a signal arrived or `timeout` passed.
  void wait(WorkerState seen, std::chrono::milliseconds timeout);
  void send(Command command);
  // Until kSplit is answered, a signal arrived or `timeout` passed.
  void wait_for_answer(std::chrono::milliseconds timeout);
  // How it ended, once it has.
  std::optional<Death> ended();
  void kill();

  pid_t pid() const { return child_ ? child_->id() : -1; }
  // Bytes of memory the process occupies now.
  uint64_t resident() const { return over_ ? 0 : resident_bytes(pid()); }
  // What it printed so far (Output::kKeep).
  const std::string& output() const { return output_; }
  bool output_cut() const { return output_cut_; }

 private:
  WorkerProcess() = default;
  void drain_output();

  Channel* channel_ = nullptr;
  std::shared_ptr<std::atomic<uint32_t>> fixed_inputs_;  // the program's
  int channel_fd_ = -1;
  int output_fd_ = -1;                 // reading end of the program's standard output and error
  std::optional<ChildProcess> child_;  // once it is started
  std::optional<Death> over_;          // once its end was seen
  std::string output_;
  bool output_cut_ = false;
};

}  // namespace heddle
