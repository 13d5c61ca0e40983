// SolverWatch: while one exists, a solver that is still at work when the time is over, or when the user asks to stop, is ended. The
// search looks at the time between questions only, and one question can take long; so can a run, which is given up a moment later.
#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "remote/check.h"
#include "remote/interrupt.h"

namespace heddle {

class SolverWatch {
 public:
  using Clock = std::chrono::steady_clock;

  // Does nothing without CheckRequest::stop_solvers. `interrupt`: who counts the wishes of the user.
  // `give_up`: ends the run under way.
  SolverWatch(const CheckRequest& request, const Interrupt& interrupt, Clock::time_point begin,
              std::function<void()> give_up);
  ~SolverWatch();
  SolverWatch(const SolverWatch&) = delete;
  SolverWatch& operator=(const SolverWatch&) = delete;

 private:
  bool is_over() const;
  void watch();

  const CheckRequest& request_;
  const Interrupt& interrupt_;
  const Clock::time_point begin_;
  const std::function<void()> give_up_;
  std::mutex busy_;
  std::condition_variable left_;
  bool leaves_ = false;  // this is being destroyed
  std::thread watcher_;
};

}  // namespace heddle
