// The supervisor ends a search: at its limits, when somebody interrupts it, or when a worker does not go on.
#include "remote/supervisor.h"

#include <algorithm>

namespace heddle {
namespace {

using namespace std::chrono_literals;

constexpr auto kMemoryEvery = 50ms;
constexpr auto kGrace = 3s;  // beyond the time after which a worker itself ends a run that does nothing

}  // namespace

void Supervisor::watch_limits() {
  const auto now = Clock::now();
  if (interrupt_.count() > 0) stop_for_good("interrupted");
  if (request_.beside != nullptr && request_.beside->over) stop_for_good(kAnswered);
  if (request_.time_limit.count() > 0 && now - begin_ >= request_.time_limit)
    stop_for_good("the time limit was reached");
  if (!ending_.stopping() && request_.leave_off_after.count() > 0 && now - begin_ >= request_.leave_off_after) {
    stop("");
    ending_.leave_off(true);
  }
  allotment_.raise();
  if (work_.is_shared() && total().executions >= request_.settings.max_executions)
    stop("the limit on executions was reached");
  watch_memory();
  for (auto& slot : crew_.slots())
    if (slot.worker) watch_for_life(slot);
  if (ending_.out_of_patience() || (ending_.stopping() && interrupt_.count() >= 2)) crew_.kill();
}

void Supervisor::watch_memory() {
  const auto now = Clock::now();
  if (request_.settings.memory_limit == 0 || now - last_memory_look_ < kMemoryEvery) return;
  last_memory_look_ = now;
  if (memory_.of_all(crew_.resident()) > request_.settings.memory_limit) stop("the memory limit was reached");
}

// A worker ends endless runs by itself, but only where it can interrupt them safely. This is for the others.
void Supervisor::watch_for_life(Slot& slot) {
  const Channel& channel = slot.worker->channel();
  const uint64_t sign = (channel.run.load() << 24) + channel.step_count.load() + (channel.in_run.load() ? 1 : 0);
  if (sign != slot.last_sign || !channel.in_run.load()) {
    slot.last_sign = sign;
    slot.last_change = Clock::now();
  } else if (Clock::now() - slot.last_change > std::chrono::seconds(request_.settings.run_seconds) + kGrace &&
             !ending_.stopping()) {
    stop("a run never ends: it performed no shared access for " + std::to_string(request_.settings.run_seconds) +
         " seconds");
  }
}

void Supervisor::stop(const std::string& reason) {
  if (!ending_.stop(reason)) return;
  if (crew_.active() > 0) ending_.cut();
  crew_.tell_to_stop();
}

// Also if it was to be left off: there is nothing to be continued.
void Supervisor::stop_for_good(const std::string& reason) {
  ending_.leave_off(false);
  stop(reason);
}

}  // namespace heddle
