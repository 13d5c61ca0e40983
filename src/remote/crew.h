// Crew: the worker processes of a search. It owns them: starts them, keeps those that are through with their work for other work,
// since starting one takes as long as a thousand short runs, and ends them.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "remote/work_ledger.h"
#include "remote/worker_process.h"

namespace heddle {

// A place for a worker.
struct Slot {
  using Clock = std::chrono::steady_clock;

  std::unique_ptr<WorkerProcess> worker;  // null: idle
  OpenWork start;                         // what it was given
  uint32_t places = 0;                    // how many places it was given, or had when others joined
  uint32_t found_seen = 0;                // entries of Channel::found dealt with
  bool used = false;                      // its process did other work before
  bool asked = false;                     // kSplit was sent and not answered yet
  bool saves = false;                     // kSave was sent, for the state that is handed out next
  Clock::time_point ask_again;            // not before this
  uint64_t last_sign = 0;                 // what was seen of its progress
  Clock::time_point last_change;          // when that changed

  // The answer to kSplit was given; or its worker died after it had taken the gift out of its checkpoint.
  bool has_gift() const;
  // The work it has to be begun again with, if it dies now.
  Task resurrected() const;
};

class Crew {
 public:
  explicit Crew(const CheckRequest& request);

  std::vector<Slot>& slots() { return slots_; }
  const std::vector<Slot>& slots() const { return slots_; }
  size_t size() const { return slots_.size(); }
  int active() const;

  // Gives the task to a process, of these executions it may make `allowance`.
  Status start(Slot& slot, const Task& task, const std::vector<uint64_t>& places, uint64_t allowance);
  // Its worker is not needed any more, here.
  void let_go(Slot& slot);
  void dismiss_spares() { spares_.clear(); }

  void tell_to_stop();
  void kill();
  // Until something may have happened.
  void wait();

  Counts counts() const;
  // Bytes of memory: of workers with work, and of all.
  uint64_t resident_at_work() const;
  uint64_t resident() const;

 private:
  Status start_process(Slot& slot, const Task& task, const std::vector<uint64_t>& places);
  std::unique_ptr<WorkerProcess> spare_for(const Task& task, size_t places);

  const CheckRequest& request_;
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<WorkerProcess>> spares_;  // are through with their work and wait for more
};

}  // namespace heddle
