#include "remote/allotment.h"

#include <algorithm>

namespace heddle {

uint64_t Allotment::left(uint64_t more_given) const {
  uint64_t given = work_.counts().executions + more_given;
  for (const auto& slot : crew_.slots())
    if (slot.worker) given += slot.worker->channel().allowance.load();
  return given < most_ ? most_ - given : 0;
}

// What one worker may get of it now.
uint64_t Allotment::share(uint64_t left) const { return std::min(left, left / (2 * crew_.size()) + 1); }

uint64_t Allotment::for_task(const Task& task) const {
  if (!is_shared()) return UINT64_MAX;
  const uint64_t before = task.work.counts.executions;  // what it has had already is no longer left for others
  return before + share(left(before));
}

void Allotment::raise() {
  if (!is_shared()) return;
  for (auto& slot : crew_.slots()) {
    if (!slot.worker) continue;
    Channel& channel = slot.worker->channel();
    const uint64_t had = channel.allowance.load(), wanted = channel.executions.load() + share(left());
    if (wanted > had) channel.allowance.store(had + std::min(wanted - had, left()), std::memory_order_release);
  }
}

}  // namespace heddle
