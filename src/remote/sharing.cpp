// The supervisor shares the work: a busy worker gives a part of it to an idle one, or all begin again with more places.
#include "remote/supervisor.h"

#include <algorithm>
#include <set>

#include "remote/channel_reading.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

constexpr auto kSplitRetry = 1ms;

}  // namespace

void Supervisor::share_work() {
  if (stopping_ || slots_.size() < 2 || !queue_.empty() || state_is_due()) return;
  int idle = static_cast<int>(slots_.size()) - active();
  for (const auto& slot : slots_) idle -= slot.asked;
  for (auto& slot : slots_) {
    if (idle <= 0) return;
    if (!slot.worker || slot.asked || Clock::now() < slot.ask_again) continue;
    if (slot.worker->channel().state.load() != WorkerState::kRunning) continue;
    slot.worker->send(Command::kSplit);
    slot.asked = true;
    --idle;
  }
}

// The answer to kSplit was given; or its worker died after it had taken the gift out of its checkpoint.
bool Supervisor::gift_is_there(Slot& slot) {
  const Channel& channel = slot.worker->channel();
  if (channel.command.load(std::memory_order_acquire) == Command::kNone) return true;
  const uint64_t stamp = channel.checkpoint.load(std::memory_order_acquire);
  return slot.worker->ended() && stamp != 0 && channel.checkpoint_gift[(stamp - 1) & 1] > 0;
}

void Supervisor::take_gift(Slot& giver) {
  Channel& channel = giver.worker->channel();
  giver.asked = false;
  giver.ask_again = Clock::now() + kSplitRetry;
  if (stopping_) giver.worker->send(Command::kStop);
  const uint32_t length = std::min(channel.gift_length.load(), Channel::kBlob);
  if (length == 0) return;
  if (!parallel_) {
    parallel_ = true;
    const uint64_t stamp = channel.checkpoint.load(std::memory_order_acquire);
    giver.places = stamp == 0 ? 0 : channel.checkpoint_places[(stamp - 1) & 1];
    places_ = first_places(channel, giver.places);
  }
  queue_.push_back({{std::string(channel.gift, length), {}, copy_threads(channel)}, 0, {}});
}

void Supervisor::restart_all() {
  std::set<uint64_t> known(places_.begin(), places_.end());
  Counts before = done_;
  for (auto& slot : slots_) {
    if (!slot.worker) continue;
    collect(slot);
    for (uint64_t place : first_places(slot.worker->channel(), UINT32_MAX))
      if (known.insert(place).second) places_.push_back(place);
    before += counts_of(slot.worker->channel());
    let_go(slot);
  }
  for (const auto& task : queue_) before += task.work.counts;
  queue_.clear();
  spares_.clear();
  done_ = finished_ = {};
  explored_ = 0;
  parallel_ = false;
  Task afresh;
  afresh.work.counts.discovery = runs(before);
  queue_.push_back(std::move(afresh));
}

}  // namespace heddle
