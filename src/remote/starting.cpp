// The supervisor starts workers: a process that has done other work and waits, if one fits, else a new one.
#include "remote/supervisor.h"

#include <algorithm>
#include <cstring>

#include "remote/channel_reading.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

constexpr auto kSplitAfter = 2ms;  // smaller searches are not worth a second process

}  // namespace

bool Supervisor::start(Slot& slot, Task task) {
  slot = Slot{};
  if (task.work.engine.size() > Channel::kBlob)
    return fail_to_start({"the saved state of the search is too large for a worker; --executor remote goes on with it", ""});
  slot.worker = spare_for(task);
  slot.used = slot.worker != nullptr;
  if (!slot.used) {
    auto created = WorkerProcess::create();
    if (!created) return fail_to_start(created.error());
    slot.worker = std::move(*created);
  }
  slot.start = task.work;
  slot.places = static_cast<uint32_t>(std::min<size_t>(places_.size(), Channel::kMaxPlaces));
  slot.ask_again = Clock::now() + kSplitAfter;
  slot.last_change = Clock::now();
  Channel& channel = slot.worker->channel();
  channel.start_length = static_cast<uint32_t>(task.work.engine.size());
  std::memcpy(channel.start, task.work.engine.data(), channel.start_length);
  channel.start_counts = task.work.counts;
  channel.allowance = task.work.counts.executions;  // what it has had already is no longer left for others
  channel.allowance = shares_limit() ? task.work.counts.executions + share() : UINT64_MAX;
  if (!slot.used) return start_process(slot, task);
  slot.worker->send(Command::kMore);
  return true;
}

bool Supervisor::start_process(Slot& slot, const Task& task) {
  Channel& channel = slot.worker->channel();
  channel.settings = request_.settings;
  channel.settings.mode = WorkerMode::kExplore;
  channel.settings.stays = slots_.size() > 1;
  channel.dead_execution = task.dead_execution;
  channel.dead_length = static_cast<uint32_t>(task.dead_picks.size());
  std::copy(task.dead_picks.begin(), task.dead_picks.end(), channel.dead_picks);
  put_threads(channel, task.work.threads);
  std::copy_n(places_.begin(), slot.places, channel.places);
  channel.place_count.store(slot.places);
  if (auto started = slot.worker->start(request_.program, Output::kDiscard); !started) {
    slot.worker.reset();
    return fail_to_start(started.error());
  }
  return true;
}

// A process that was used and speaks of the same threads and places, if there is one. It looks new afterwards.
std::unique_ptr<WorkerProcess> Supervisor::spare_for(const Task& task) {
  if (task.work.engine.empty() || task.dead_execution != 0) return nullptr;
  while (!spares_.empty()) {
    std::unique_ptr<WorkerProcess> spare = std::move(spares_.back());
    spares_.pop_back();
    Channel& channel = spare->channel();
    if (spare->ended() || channel.place_count.load() != places_.size() || copy_threads(channel) != task.work.threads) continue;
    channel.executions = channel.blocked = channel.events = channel.discovery = channel.weak = channel.run = channel.checkpoint = 0;
    channel.found_count = channel.found_picks_used = channel.gift_length = 0;
    channel.remaining = 1;
    channel.result = {};
    channel.doubtful = false;
    channel.state = WorkerState::kStarting;
    return spare;
  }
  return nullptr;
}

bool Supervisor::fail_to_start(const Error& error) {
  refused_ = true;
  stop(error.message);
  return false;
}

}  // namespace heddle
