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
//
// Its parts own what they are about: the processes (crew.h), the work (work_ledger.h), who may make how many executions (allotment.h),
// why it ends (ending.h), what is left of workers (harvest.h). Here is what happens when.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "remote/allotment.h"
#include "remote/beside.h"
#include "remote/check.h"
#include "remote/confirm.h"
#include "remote/crew.h"
#include "remote/ending.h"
#include "remote/harvest.h"
#include "remote/interrupt.h"
#include "remote/work_ledger.h"

namespace heddle {

class Supervisor {
 public:
  static constexpr int kMaxDeaths = 8;

  Supervisor(const CheckRequest& request, CheckListener& listener);
  CheckResult run();

 private:
  using Clock = std::chrono::steady_clock;

  // The loop and what workers bring (supervisor.cpp).
  bool start_workers();
  void look_after(Slot& slot);
  void collect(Slot& slot);
  void meanwhile();
  void finish(Slot& slot);
  void retire(Slot& slot, bool work_left);
  void let_go(Slot& slot);
  void learn_places(const Channel& channel);
  // deaths.cpp
  void bury(Slot& slot, const Death& death);
  // sharing.cpp
  void share_work();
  void take_gift(Slot& giver);
  void restart_all();
  // limits.cpp
  void watch_limits();
  void watch_memory();
  void watch_for_life(Slot& slot);
  void stop(const std::string& reason);
  void stop_for_good(const std::string& reason);
  // progress.cpp
  void report_progress();
  double explored();
  bool state_is_due() const;
  bool states_are_there();
  void hand_out_state();
  SearchState state_left() const;
  std::optional<SearchState> state_now() const;
  Counts total() const;

  const CheckRequest& request_;
  CheckListener& listener_;
  Interrupt interrupt_;
  Confirmer confirmer_;
  Crew crew_;
  WorkLedger work_;
  Allotment allotment_;
  Ending ending_;
  Harvest harvest_;
  SharedMemory memory_{request_.beside};
  double explored_ = 0;  // what `explored` answered last
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_progress_, last_memory_look_;
  Clock::time_point last_state_ = begin_;  // when the listener was given the open work
  bool is_last_ = false;                   // the search ends with the finding that is being confirmed
  int deaths_ = 0;
  int unborn_ = 0;  // of workers that had not come to main
};

}  // namespace heddle
