// TraceCone: what of a trace can matter to one question. Of each thread a first part of its line; behind it, nothing that
// the thread does helps anybody get to the act that is asked about, so it may as well stop there.
//
// What helps: writing a place that somebody in the cone looks at, creating or ending a thread, letting somebody go on;
// and leaving the locks that were taken on the way, since others may need them.
#pragma once
#include <cstdint>
#include <vector>

#include "causal/trace_solver.h"

namespace heddle::causal {

class TraceCone {
 public:
  void compute(const TraceModel& model, const Question& question);

  // Acts of thread t from here on do not matter. For the thread of the question, that is its act.
  ActId end(int t) const { return end_[static_cast<size_t>(t)]; }
  // How many acts are in it.
  size_t size() const {
    size_t n = 0;
    for (size_t t = 0; t < threads_; ++t) n += end_[t] - model_->first(static_cast<int>(t));
    return n;
  }
  bool watched(CellId c) const { return watched_[c]; }
  const uint8_t* watched() const { return watched_.data(); }
  // A failed try is in the cone, or asked for: that the object is not free matters.
  bool strict(CellId c) const { return strict_[c]; }
  // One more than the last act of thread t in the cone that touches the cell, or looks at it; 0 if none does.
  ActId last_touch(CellId c, int t) const { return last_touch_[c * threads_ + static_cast<size_t>(t)]; }
  ActId last_look(CellId c, int t) const { return last_look_[c * threads_ + static_cast<size_t>(t)]; }

 private:
  void watch(CellId c);
  void extend(int t, ActId to);
  void look(const Act& a, uint64_t told);
  void note_written(CellId c);
  bool watch_what_is_fed();
  bool leave_locks();
  void note(ActId id, const Act& a);
  void note_last();

  const TraceModel* model_ = nullptr;
  Question question_;
  size_t threads_ = 0;
  std::vector<ActId> end_;
  std::vector<ActId> looked_;  // per thread: acts before this were taken in
  std::vector<uint8_t> watched_, strict_;
  // With freedom: per site, that what is written there is looked at; reads that may be told anything unless that is fed by them.
  std::vector<uint8_t> written_;
  std::vector<ActId> unwatched_;
  std::vector<ActId> last_touch_, last_look_;
  std::vector<std::pair<CellId, int>> held_;  // in leave_locks
};

}  // namespace heddle::causal
