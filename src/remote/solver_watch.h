// SolverWatch: while one exists, a solver that is still at work when the time is over, or when the user asks to stop, is ended. The
// search looks at the time between questions only, and one question can take long.
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
  SolverWatch(const CheckRequest& request, const Interrupt& interrupt, Clock::time_point begin);
  ~SolverWatch();
  SolverWatch(const SolverWatch&) = delete;
  SolverWatch& operator=(const SolverWatch&) = delete;

 private:
  bool is_over() const;
  void watch();

  const CheckRequest& request_;
  const Interrupt& interrupt_;
  const Clock::time_point begin_;
  std::mutex busy_;
  std::condition_variable left_;
  bool leaves_ = false;  // this is being destroyed
  std::thread watcher_;
};

}  // namespace heddle
