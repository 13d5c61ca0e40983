// RemoteExecutor: performs runs in a worker process that waits for schedules (WorkerMode::kServe). For engines
// that should not live in the process of the program under test. A worker that dies is replaced.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explore/executor.h"
#include "remote/worker_process.h"

namespace heddle {

class RemoteExecutor : public Executor {
 public:
  RemoteExecutor(Program program, WorkerSettings settings, std::vector<uint64_t> places,
                 std::vector<ThreadName> threads);

  // Starts the worker. Called once before the first run.
  Status connect();

  // A run in which the process dies is repeated once in a new one: a death that comes back is the program's
  // doing (a finding of kind crash, or kUnsupported for an exit), one that does not was none of ours.
  const Trace& run(const Schedule& schedule) override;

  // How the process ended in the last run, if it did, both times.
  const std::optional<Death>& death() const { return death_; }
  // Visibility with which the last run began; a replay needs the same.
  std::vector<uint64_t> places_before() const;
  const Channel& channel() const { return worker_->channel(); }
  uint64_t resident() const { return worker_->resident(); }

 private:
  bool reconnect();
  bool serve(const Schedule& schedule);
  void fill_trace();

  Program program_;
  WorkerSettings settings_;
  std::vector<uint64_t> places_;  // known when the present worker was started
  std::vector<ThreadName> threads_;  // likewise
  std::unique_ptr<WorkerProcess> worker_;
  std::optional<Death> death_;
  Finding crash_;       // made up for a death by signal
  std::string reason_;  // storage of trace_.reason
  std::vector<Event> pending_;  // storage of trace_.pending
  Trace trace_;
};

}  // namespace heddle
