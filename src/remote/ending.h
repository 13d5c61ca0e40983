// Ending: whether a search is to stop, and why it is not complete. Those are different things: a search that is told to stop by its last
// finding has no reason against it, and one with a doubt goes on.
#pragma once
#include <chrono>
#include <string>

namespace heddle {

class Ending {
 public:
  using Clock = std::chrono::steady_clock;

  // The first of each is kept.
  void note_reason(const std::string& reason);
  // A reason that whoever continues the search inherits: see SearchState::doubt.
  void note_doubt(const std::string& doubt);
  // Work is left that nobody will do.
  void cut() { incomplete_ = true; }
  // The program cannot be checked at all.
  void refuse() { refused_ = true; }

  // True the first time: workers have to be told.
  bool stop(const std::string& reason);
  // The search is to be continued by somebody else; or not any more.
  void leave_off(bool off) { left_off_ = off; }

  bool stopping() const { return stopping_; }
  // Workers that have not stopped by now are killed.
  bool out_of_patience() const { return stopping_ && Clock::now() >= deadline_; }
  bool left_off() const { return left_off_; }
  bool refused() const { return refused_; }
  bool complete() const { return !incomplete_ && !refused_ && reason_.empty(); }
  const std::string& reason() const { return reason_; }
  const std::string& doubt() const { return doubt_; }

 private:
  bool stopping_ = false;
  bool left_off_ = false;
  bool incomplete_ = false;
  bool refused_ = false;
  Clock::time_point deadline_;
  std::string reason_;  // why the search is not complete
  std::string doubt_;
};

}  // namespace heddle
