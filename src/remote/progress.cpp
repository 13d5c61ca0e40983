// What the supervisor tells while it works: counts, how much is explored, and the open work, from which a search can be continued.
#include "remote/supervisor.h"

#include <algorithm>
#include <cstring>

#include "remote/channel_reading.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

constexpr auto kProgressEvery = 100ms;

}  // namespace

void Supervisor::report_progress() {
  const auto now = Clock::now();
  if (now - last_progress_ < kProgressEvery) return;
  last_progress_ = now;
  Progress progress{total(), "", std::chrono::duration<double>(now - begin_).count(), crew_.active()};
  progress.explored = explored();
  progress.memory = crew_.resident_at_work();
  for (const auto& slot : crew_.slots())
    if (slot.worker && progress.words.empty())
      progress.words.assign(slot.worker->channel().progress, strnlen(slot.worker->channel().progress, 64));
  listener_.progress(progress);
}

// All but what the workers have left. While some work belongs to none of them, what was known before.
double Supervisor::explored() {
  if (ending_.stopping() || work_.has_tasks() || crew_.active() == 0) return explored_;
  double left = 0;
  for (const auto& slot : crew_.slots()) {
    if (!slot.worker) continue;
    const double remaining = slot.worker->channel().remaining.load(std::memory_order_relaxed);
    if (remaining < 0) return explored_ = -1;  // this engine does not say
    left += remaining;
  }
  return explored_ = std::max(0.0, 1 - left);
}

Counts Supervisor::total() const {
  Counts sum = work_.counts();
  sum += crew_.counts();
  return sum;
}

SearchState Supervisor::state_left() const {
  SearchState state = work_.state();
  state.found = confirmer_.shown();
  state.doubt = confirmer_.doubt(ending_.doubt());
  return state;
}

bool Supervisor::state_is_due() const {
  return request_.save_every.count() > 0 && Clock::now() - last_state_ >= request_.save_every;
}

// Not while work is on its way between workers; share_work starts nothing new until this is done.
void Supervisor::hand_out_state() {
  if (!state_is_due() || ending_.stopping()) return;
  const auto& slots = crew_.slots();
  if (std::any_of(slots.begin(), slots.end(), [](const Slot& slot) { return slot.worker && slot.asked; })) return;
  if (!states_are_there()) return;
  auto state = state_now();
  if (!state) return;
  for (auto& slot : crew_.slots())  // what they found before these checkpoints
    if (slot.worker) collect(slot);
  state->found = confirmer_.shown();
  state->doubt = confirmer_.doubt(ending_.doubt());
  listener_.open_work(*state);
  last_state_ = Clock::now();
  for (auto& slot : crew_.slots()) slot.saves = false;
}

// States that are too large for the checkpoints, which workers write by themselves, are asked for.
bool Supervisor::states_are_there() {
  bool there = true;
  for (auto& slot : crew_.slots()) {
    if (!slot.worker || !slot.worker->channel().outgrown.load()) continue;
    if (!slot.saves) slot.worker->send(Command::kSave);
    slot.saves = true;
    there &= slot.worker->channel().command.load(std::memory_order_acquire) == Command::kNone;
  }
  return there;
}

// The state as the workers' last checkpoints tell it; nothing if one of them has none that fits.
std::optional<SearchState> Supervisor::state_now() const {
  SearchState state = state_left();
  for (const auto& slot : crew_.slots()) {
    if (!slot.worker) continue;
    const Channel& channel = slot.worker->channel();
    const uint32_t places = channel.place_count.load();
    auto work = newest_state_of(channel);
    if (!work || channel.place_count.load() != places) return std::nullopt;
    state.open.push_back(std::move(*work));
    if (!work_.is_shared()) state.places = first_places(channel, places);
    else if (places > slot.places) return std::nullopt;
  }
  return state;
}

}  // namespace heddle
