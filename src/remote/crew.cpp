#include "remote/crew.h"

#include <algorithm>
#include <cstring>

#include "remote/channel_reading.h"
#include "remote/replay.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

constexpr auto kSplitAfter = 2ms;  // smaller searches are not worth a second process

}  // namespace

bool Slot::has_gift() const {
  const Channel& channel = worker->channel();
  if (channel.command.load(std::memory_order_acquire) == Command::kNone) return true;
  const uint64_t stamp = channel.checkpoint.load(std::memory_order_acquire);
  return worker->ended() && stamp != 0 && channel.checkpoint_gift[(stamp - 1) & 1] > 0;
}

Task Slot::resurrected() const {
  const Channel& channel = worker->channel();
  if (auto work = checkpoint_of(channel)) return {*work, 0, {}};
  if (channel.place_count.load() == places) return {start, 0, {}};
  Task afresh;  // more is shared than the engine's state knew of: its work starts again
  afresh.work.counts.discovery = runs(counts_of(channel));
  return afresh;
}

Crew::Crew(const CheckRequest& request) : request_(request) {
  slots_.resize(static_cast<size_t>(std::max(1, request.jobs)));
}

int Crew::active() const {
  return static_cast<int>(
      std::count_if(slots_.begin(), slots_.end(), [](const Slot& s) { return s.worker != nullptr; }));
}

Status Crew::start(Slot& slot, const Task& task, const std::vector<uint64_t>& places, uint64_t allowance) {
  slot = Slot{};
  if (task.work.engine.size() > Channel::kBlob)
    return Error{"the saved state of the search is too large for a worker; --executor remote goes on with it", ""};
  slot.worker = spare_for(task, places.size());
  slot.used = slot.worker != nullptr;
  if (!slot.used) {
    auto created = WorkerProcess::create();
    if (!created) return created.error();
    slot.worker = std::move(*created);
  }
  slot.start = task.work;
  slot.places = static_cast<uint32_t>(std::min<size_t>(places.size(), Channel::kMaxPlaces));
  slot.ask_again = Slot::Clock::now() + kSplitAfter;
  slot.last_change = Slot::Clock::now();
  Channel& channel = slot.worker->channel();
  channel.start_length = static_cast<uint32_t>(task.work.engine.size());
  std::memcpy(channel.start, task.work.engine.data(), channel.start_length);
  channel.start_counts = task.work.counts;
  put_counts(channel, task.work.counts);  // also of one that has nothing to add
  channel.allowance = allowance;
  if (!slot.used) return start_process(slot, task, places);
  slot.worker->send(Command::kMore);
  return Ok{};
}

Status Crew::start_process(Slot& slot, const Task& task, const std::vector<uint64_t>& places) {
  Channel& channel = slot.worker->channel();
  channel.settings = request_.settings;
  channel.settings.mode = WorkerMode::kExplore;
  channel.settings.stays = slots_.size() > 1;
  channel.settings.saves = request_.keeps_left || request_.leave_off_after.count() > 0;
  channel.dead_execution = task.dead_execution;
  channel.dead_length = static_cast<uint32_t>(task.dead_picks.size());
  std::copy(task.dead_picks.begin(), task.dead_picks.end(), channel.dead_picks);
  put_threads(channel, task.work.threads);
  std::copy_n(places.begin(), slot.places, channel.places);
  channel.place_count.store(slot.places);
  auto started = slot.worker->start(request_.program, Output::kDiscard);
  if (!started) slot.worker.reset();
  return started;
}

// A process that was used and speaks of the same threads and places, if there is one. It looks new afterwards.
std::unique_ptr<WorkerProcess> Crew::spare_for(const Task& task, size_t places) {
  if (task.work.engine.empty() || task.dead_execution != 0) return nullptr;
  while (!spares_.empty()) {
    std::unique_ptr<WorkerProcess> spare = std::move(spares_.back());
    spares_.pop_back();
    Channel& channel = spare->channel();
    if (spare->ended() || channel.place_count.load() != places || copy_threads(channel) != task.work.threads) continue;
    channel.run = channel.checkpoint = 0;
    channel.whole_length = 0;
    channel.found_count = channel.found_picks_used = channel.gift_length = 0;
    channel.remaining = 1;
    channel.result = {};
    channel.doubtful = false;
    channel.state = WorkerState::kStarting;
    return spare;
  }
  return nullptr;
}

void Crew::let_go(Slot& slot) {
  // One that counts what is covered is not used again: its table is full of what is counted already.
  if (!request_.settings.coverage && slot.worker->channel().state.load() == WorkerState::kIdle)
    spares_.push_back(std::move(slot.worker));
  slot.worker.reset();
}

void Crew::tell_to_stop() {
  for (auto& slot : slots_)  // one that is making a gift is told when it has made it
    if (slot.worker && !slot.asked) slot.worker->send(Command::kStop);
}

void Crew::kill() {
  for (auto& slot : slots_)
    if (slot.worker) slot.worker->kill();
}

void Crew::wait() {
  for (auto& slot : slots_)
    if (slot.worker && slot.asked) return slot.worker->wait_for_answer(1ms);
  for (auto& slot : slots_)
    if (slot.worker)
      return slot.worker->wait(slot.worker->channel().state.load(std::memory_order_acquire),
                               slots_.size() == 1 ? 20ms : 1ms);
}

Counts Crew::counts() const {
  Counts sum;
  for (const auto& slot : slots_)
    if (slot.worker) sum += counts_of(slot.worker->channel());
  return sum;
}

uint64_t Crew::resident_at_work() const {
  uint64_t bytes = 0;
  for (const auto& slot : slots_)
    if (slot.worker) bytes += slot.worker->resident();
  return bytes;
}

uint64_t Crew::resident() const {
  uint64_t bytes = resident_at_work();
  for (const auto& spare : spares_) bytes += spare->resident();
  return bytes;
}

}  // namespace heddle
