// WorkLedger: what there is to do and what is done. It owns the work that no worker has, what is left of workers that stopped early,
// the counts of those that are gone, and the memory known to be shared, which every new worker is given.
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "remote/check.h"

namespace heddle {

// Work for a worker, and the run it must not make again.
struct Task {
  OpenWork work;
  uint64_t dead_execution = 0;
  std::vector<uint16_t> dead_picks;
};

class WorkLedger {
 public:
  explicit WorkLedger(const SearchState& start);

  // Work that waits for a worker.
  bool has_tasks() const { return !tasks_.empty(); }
  Task take();
  void put_first(Task task) { tasks_.push_front(std::move(task)); }
  void put_last(Task task) { tasks_.push_back(std::move(task)); }

  // A worker is gone that had made this much: it was through, or stopped before its end.
  void done(const Counts& counts);
  void stopped(const Counts& counts, OpenWork left);
  // Everything is done again, with more places. `workers`: what those had made that are given up now.
  void begin_again(const Counts& workers);

  // More than one worker has, or had, work.
  bool is_shared() const { return shared_; }
  void share() { shared_ = true; }

  const std::vector<uint64_t>& places() const { return places_; }
  void set_places(std::vector<uint64_t> places) { places_ = std::move(places); }

  // Of all but the workers.
  Counts counts() const;
  SearchState state() const;

 private:
  std::deque<Task> tasks_;
  std::vector<OpenWork> left_;    // of workers that stopped before they were through
  Counts done_;                   // of workers that are gone
  Counts finished_;               // of those among them that left nothing open
  std::vector<uint64_t> places_;  // given to every new worker
  bool shared_ = false;
};

}  // namespace heddle
