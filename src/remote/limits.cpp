// The supervisor ends a search: at its limits, when somebody interrupts it, or when a worker does not go on.
#include "remote/supervisor.h"

#include <algorithm>

namespace heddle {
namespace {

using namespace std::chrono_literals;

constexpr auto kMemoryEvery = 50ms;
constexpr auto kStopPatience = 1s;  // then a worker that does not react to kStop is killed
constexpr auto kGrace = 3s;         // beyond the time after which a worker itself ends a run that does nothing

}  // namespace

void Supervisor::watch_limits() {
  const auto now = Clock::now();
  if (interrupt_.count() > 0) stop_for_good("interrupted");
  if (request_.time_limit.count() > 0 && now - begin_ >= request_.time_limit) stop_for_good("the time limit was reached");
  if (!stopping_ && request_.leave_off_after.count() > 0 && now - begin_ >= request_.leave_off_after) {
    stop("");
    left_off_ = true;
  }
  allot();
  if (parallel_ && total().executions >= request_.settings.max_executions) stop("the limit on executions was reached");
  if (request_.settings.memory_limit > 0 && now - last_memory_look_ >= kMemoryEvery) {
    last_memory_look_ = now;
    uint64_t bytes = 0;
    for (const auto& slot : slots_)
      if (slot.worker) bytes += slot.worker->resident();
    for (const auto& spare : spares_) bytes += spare->resident();
    if (bytes > request_.settings.memory_limit) stop("the memory limit was reached");
  }
  for (auto& slot : slots_)
    if (slot.worker) watch_for_life(slot);
  if (!stopping_ || (now < stop_deadline_ && interrupt_.count() < 2)) return;
  for (auto& slot : slots_)
    if (slot.worker) slot.worker->kill();
}

// Several workers together make no more executions than asked for: each has an allowance, which rises little by little as long
// as something is left.
bool Supervisor::shares_limit() const { return slots_.size() > 1 && request_.settings.max_executions != UINT64_MAX; }

uint64_t Supervisor::unallotted() const {
  uint64_t given = done_.executions;
  for (const auto& task : queue_) given += task.work.counts.executions;
  for (const auto& slot : slots_)
    if (slot.worker) given += slot.worker->channel().allowance.load();
  return given < request_.settings.max_executions ? request_.settings.max_executions - given : 0;
}

// What one worker may get of it now.
uint64_t Supervisor::share() const {
  const uint64_t left = unallotted();
  return std::min(left, left / (2 * slots_.size()) + 1);
}

void Supervisor::allot() {
  if (!shares_limit()) return;
  for (auto& slot : slots_) {
    if (!slot.worker) continue;
    Channel& channel = slot.worker->channel();
    const uint64_t had = channel.allowance.load(), wanted = channel.executions.load() + share();
    if (wanted > had) channel.allowance.store(had + std::min(wanted - had, unallotted()), std::memory_order_release);
  }
}

// A worker ends endless runs by itself, but only where it can interrupt them safely. This is for the others.
void Supervisor::watch_for_life(Slot& slot) {
  const Channel& channel = slot.worker->channel();
  const uint64_t sign = (channel.run.load() << 24) + channel.step_count.load() + (channel.in_run.load() ? 1 : 0);
  if (sign != slot.last_sign || !channel.in_run.load()) {
    slot.last_sign = sign;
    slot.last_change = Clock::now();
  } else if (Clock::now() - slot.last_change > std::chrono::seconds(request_.settings.run_seconds) + kGrace && !stopping_) {
    stop("a run never ends: it performed no shared access for " + std::to_string(request_.settings.run_seconds) + " seconds");
  }
}

void Supervisor::stop(const std::string& reason) {
  if (!reason.empty()) {
    incomplete_ = true;
    note_reason(reason);
  }
  if (stopping_) return;
  stopping_ = true;
  if (active() > 0) incomplete_ = true;
  stop_deadline_ = Clock::now() + kStopPatience;
  for (auto& slot : slots_)  // one that is making a gift is told when it has made it
    if (slot.worker && !slot.asked) slot.worker->send(Command::kStop);
}

// Also if it was to be left off: there is nothing to be continued.
void Supervisor::stop_for_good(const std::string& reason) {
  left_off_ = false;
  stop(reason);
}

}  // namespace heddle
