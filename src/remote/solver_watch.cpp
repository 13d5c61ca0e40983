#include "remote/solver_watch.h"

#include <signal.h>

namespace heddle {
namespace {

constexpr auto kEvery = std::chrono::milliseconds(20);
constexpr int kPatience = 50;  // so many looks after it should have stopped, the run is given up

}  // namespace

SolverWatch::SolverWatch(const CheckRequest& request, const Interrupt& interrupt, Clock::time_point begin,
                         std::function<void()> give_up)
    : request_(request), interrupt_(interrupt), begin_(begin), give_up_(std::move(give_up)) {
  if (!request.stop_solvers) return;
  sigset_t all, old;  // signals are for the thread that searches
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  watcher_ = std::thread([this] { watch(); });
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

SolverWatch::~SolverWatch() {
  if (!watcher_.joinable()) return;
  {
    const std::scoped_lock hold(busy_);
    leaves_ = true;
  }
  left_.notify_one();
  watcher_.join();
  request_.stop_solvers(false);
}

bool SolverWatch::is_over() const {
  return interrupt_.count() > 0 || (request_.time_limit.count() > 0 && Clock::now() - begin_ >= request_.time_limit);
}

void SolverWatch::watch() {
  std::unique_lock hold(busy_);
  int late = 0;
  while (!left_.wait_for(hold, kEvery, [this] { return leaves_; }))
    if (is_over()) {
      request_.stop_solvers(true);
      if (++late == kPatience) give_up_();
    }
}

}  // namespace heddle
