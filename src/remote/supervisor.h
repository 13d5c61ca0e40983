// Supervisor: runs a search in one or more worker processes, survives their deaths, and adds up what they did.
//
// Each worker explores a piece of the work with an engine of its own. The first gets everything. When a worker
// is idle a busy one is asked to give part of its open work away (kSplit). Processes that are through with their
// work wait for more, since starting one takes as long as a thousand short runs. A worker that dies leaves its last
// checkpoint in the channel; a new one continues there, and skips the run that killed its predecessor if the
// program was to blame. So the number of executions in the end does not depend on deaths.
//
// More shared memory becoming known restarts a search (docs/visibility.md). A lone worker does that by itself;
// with several, everything starts again from one worker that knows all the places.
#pragma once
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "remote/check.h"
#include "remote/confirm.h"
#include "remote/interrupt.h"

namespace heddle {

class Supervisor {
 public:
  static constexpr int kMaxDeaths = 8;

  Supervisor(const CheckRequest& request, CheckListener& listener);
  CheckResult run();

 private:
  using Clock = std::chrono::steady_clock;

  // Work for a worker, and the run it must not make again.
  struct Task {
    OpenWork work;
    uint64_t dead_execution = 0;
    std::vector<uint16_t> dead_picks;
  };
  struct Slot {
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
  };

  bool start(Slot& slot, Task task);
  bool start_process(Slot& slot, const Task& task);
  std::unique_ptr<WorkerProcess> spare_for(const Task& task);
  bool fail_to_start(const Error& error);
  void look_after(Slot& slot);
  void collect(Slot& slot);
  void meanwhile();
  void finish(Slot& slot);
  void retire(Slot& slot, bool work_left);
  void let_go(Slot& slot);
  void bury(Slot& slot, const Death& death);
  Task resurrect(const Slot& slot) const;
  void share_work();
  static bool gift_is_there(Slot& slot);
  void take_gift(Slot& giver);
  void restart_all();
  void watch_limits();
  bool shares_limit() const;
  uint64_t unallotted() const;
  uint64_t share() const;
  void allot();
  void hand_out_state();
  bool state_is_due() const;
  bool states_are_there();
  void watch_for_life(Slot& slot);
  void stop(const std::string& reason);
  void stop_for_good(const std::string& reason);
  void report_progress();
  void wait();

  double explored();
  Counts total() const;
  SearchState state_left() const;
  std::optional<SearchState> state_now() const;
  void note_reason(const std::string& reason);
  void note_doubt(const std::string& doubt);
  int active() const;

  const CheckRequest& request_;
  CheckListener& listener_;
  Interrupt interrupt_;
  Confirmer confirmer_;
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<WorkerProcess>> spares_;  // are through with their work and wait for more
  std::deque<Task> queue_;        // work that no worker has yet
  std::vector<uint64_t> places_;  // given to every new worker
  Counts done_;                   // of workers that are gone
  std::string worth_;             // of one worker that samples: what it says about that
  std::string fallback_;          // Engine::fallback of the first that said so
  std::string certificate_;       // of the worker that finished, as long as there is one only
  bool certificate_too_large_ = false;
  Coverage covered_;                   // of workers that are gone
  std::vector<LoadedModule> modules_;  // of the program
  Counts finished_;               // of those among them that left nothing open
  double explored_ = 0;           // what `explored` answered last
  std::vector<OpenWork> left_;    // of workers that stopped before they were through
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_progress_, last_memory_look_;
  Clock::time_point last_state_ = begin_;  // when the listener was given the open work
  bool is_last_ = false;          // the search ends with the finding that is being confirmed
  bool stopping_ = false;         // workers were told to stop
  bool left_off_ = false;         // because of CheckRequest::leave_off_after
  Clock::time_point stop_deadline_;
  bool parallel_ = false;         // more than one worker has, or had, work
  int deaths_ = 0;
  int unborn_ = 0;                // of workers that had not come to main
  bool refused_ = false;
  bool incomplete_ = false;       // a worker ended before its work was done
  std::string reason_;            // the first reason why the search is not complete
  std::string doubt_;             // the first that whoever continues it inherits: see SearchState::doubt
};

}  // namespace heddle
