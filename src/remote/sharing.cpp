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
  if (ending_.stopping() || crew_.size() < 2 || work_.has_tasks() || state_is_due()) return;
  int idle = static_cast<int>(crew_.size()) - crew_.active();
  for (const auto& slot : crew_.slots()) idle -= slot.asked;
  for (auto& slot : crew_.slots()) {
    if (idle <= 0) return;
    if (!slot.worker || slot.asked || Clock::now() < slot.ask_again) continue;
    if (slot.worker->channel().state.load() != WorkerState::kRunning) continue;
    slot.worker->send(Command::kSplit);
    slot.asked = true;
    --idle;
  }
}

void Supervisor::take_gift(Slot& giver) {
  Channel& channel = giver.worker->channel();
  giver.asked = false;
  giver.ask_again = Clock::now() + kSplitRetry;
  if (ending_.stopping()) giver.worker->send(Command::kStop);
  const uint32_t length = std::min(channel.gift_length.load(), Channel::kBlob);
  if (length == 0) return;
  if (!work_.is_shared()) {
    work_.share();
    const uint64_t stamp = channel.checkpoint.load(std::memory_order_acquire);
    giver.places = stamp == 0 ? 0 : channel.checkpoint_places[(stamp - 1) & 1];
    work_.set_places(first_places(channel, giver.places));
  }
  work_.put_last({{std::string(channel.gift, length), {}, copy_threads(channel)}, 0, {}});
}

void Supervisor::restart_all() {
  std::vector<uint64_t> places = work_.places();
  std::set<uint64_t> known(places.begin(), places.end());
  Counts given_up;
  for (auto& slot : crew_.slots()) {
    if (!slot.worker) continue;
    collect(slot);
    for (uint64_t place : first_places(slot.worker->channel(), UINT32_MAX))
      if (known.insert(place).second) places.push_back(place);
    given_up += counts_of(slot.worker->channel());
    let_go(slot);
  }
  crew_.dismiss_spares();
  work_.set_places(std::move(places));
  work_.begin_again(given_up);
  explored_ = 0;
}

}  // namespace heddle
