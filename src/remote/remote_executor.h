// RemoteExecutor: performs runs in a worker process that waits for schedules (WorkerMode::kServe). For engines
// that should not live in the process of the program under test. A worker that dies is replaced.
#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explain/shorten.h"
#include "explore/executor.h"
#include "remote/worker_process.h"

namespace heddle {

// Who sleeps in the run to come, and what would wake them. What does not fit is not slept through: a thread whose events are not
// all there stays awake, which costs runs and misses none.
void put_sleepers(ScheduleRecord& record, const Schedule& schedule);

class RemoteExecutor : public Executor {
 public:
  RemoteExecutor(Program program, WorkerSettings settings, std::vector<uint64_t> places,
                 std::vector<ThreadName> threads);

  // Starts the worker. Called once before the first run.
  Status connect();

  // A run in which the process dies is repeated once in a new one: a death that comes back is the program's
  // doing (a finding of kind crash, or kUnsupported for an exit), one that does not was none of ours.
  const Trace& run(const Schedule& schedule) override;

  // The shortest run that fails with `finding` (its addresses are those of `channel().modules`), looked for by the worker itself,
  // which is several times as fast as asking it for runs. Nothing if it does not know of one; the worker may be dead then.
  std::optional<ShortRun> shorten(const std::vector<uint16_t>& picks, const Finding& finding, uint64_t runs,
                                  std::chrono::milliseconds time, const std::function<void()>& meanwhile);

  // The next run is made by a new worker, which knows this.
  void renew(std::vector<uint64_t> places, std::vector<ThreadName> threads);
  // From another thread: the run under way, and all to come, are given up. Their traces mean nothing.
  void cancel() { cancelled_ = true; }

  // How the process ended in the last run, if it did, both times.
  const std::optional<Death>& death() const { return death_; }
  // Visibility with which the last run began; a replay needs the same.
  std::vector<uint64_t> places_before() const;
  // The last run was not made to its end: the process died, both times, or there was none.
  bool failed() const { return broken_ || death_; }
  const Channel& channel() const { return worker_->channel(); }
  // Bytes of memory that the worker takes. From any thread.
  uint64_t resident() const;

 private:
  // `early`: how it died before main, if it did.
  Status connect_once(std::optional<Death>& early);
  bool start_worker();
  bool reconnect();
  // `meanwhile` is called while it lasts.
  bool serve(const Schedule& schedule, Command command = Command::kRun, const std::function<void()>& meanwhile = {});
  void fill_trace();

  Program program_;
  WorkerSettings settings_;
  std::vector<uint64_t> places_;     // known when the present worker was started
  std::vector<ThreadName> threads_;  // likewise
  std::unique_ptr<WorkerProcess> worker_;
  bool renew_ = false;           // a new worker is wanted
  bool broken_ = false;          // it could not be started
  std::atomic<pid_t> pid_ = -1;  // of the worker
  std::atomic<bool> cancelled_ = false;
  Linger linger_;
  std::optional<Death> death_;
  Finding crash_;               // made up for a death by signal
  std::string reason_;          // storage of trace_.reason
  std::vector<Event> pending_;  // storage of trace_.pending
  Trace trace_;
};

}  // namespace heddle
