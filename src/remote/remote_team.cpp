#include "remote/remote_team.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "remote/replay.h"

namespace heddle {
namespace {

std::vector<ThreadName> first_threads(const CheckRequest& request) {
  return request.start.open.empty() ? std::vector<ThreadName>{} : request.start.open.front().threads;
}

}  // namespace

RemoteTeam::RemoteTeam(const CheckRequest& request)
    : request_(request), places_(request.start.places), known_(places_.begin(), places_.end()),
      threads_(first_threads(request)) {
  for (int i = 0; i < request.jobs; ++i) seats_.push_back(std::make_unique<Seat>(request, threads_));
}

Executor& RemoteTeam::executor(int i) {
  Seat& seat = *seats_[static_cast<size_t>(i)];
  return request_.settings.race == RaceMode::kIgnore ? static_cast<Executor&>(seat.remote) : seat.watched;
}

void RemoteTeam::before_run(int i) {
  Seat& first = *seats_.front();
  if (!first.started) {  // it made the discovery runs
    first.started = true;
    take_places(first);
    take_threads(first);
  }
  Seat& seat = *seats_[static_cast<size_t>(i)];
  if (!seat.started || seat.places < places_.size() || seat.threads < threads_.size()) renew(seat);
}

void RemoteTeam::renew(Seat& seat) {
  seat.remote.renew(places_, threads_);
  seat.started = true;
  seat.places = static_cast<uint32_t>(places_.size());
  seat.threads = threads_.size();
}

Team::Use RemoteTeam::after_run(int i, Trace& trace) {
  Seat& seat = *seats_[static_cast<size_t>(i)];
  listener_->use(seat.remote);
  if (seat.remote.failed()) return Use::kLost;
  const bool blind =
      seat.remote.channel().run_places.load() < seat.places;  // its worker was replaced by one that knew less
  const uint32_t before = seat.places;
  const bool more = take_places(seat);
  const bool named = take_threads(seat);
  trace.visibility_grew = more || (trace.visibility_grew && !blind && seat.places == before);
  if (blind || !named) {
    renew(seat);
    return Use::kAgain;
  }
  return Use::kLearn;
}

// True if there are places that nobody knew.
bool RemoteTeam::take_places(Seat& seat) {
  const Channel& channel = seat.remote.channel();
  const uint32_t count = std::min(channel.place_count.load(), Channel::kMaxPlaces);
  bool more = false;
  for (uint32_t i = std::min(seat.places, channel.run_places.load()); i < count; ++i)
    if (known_.insert(channel.places[i]).second) {
      places_.push_back(channel.places[i]);
      more = true;
    }
  seat.places = count;
  return more;
}

// False if its worker has given a number to another thread than somebody else's.
bool RemoteTeam::take_threads(Seat& seat) {
  const Channel& channel = seat.remote.channel();
  if (channel.thread_count.load() == seat.threads && threads_.size() == seat.threads) return true;
  std::vector<ThreadName> its = copy_threads(channel);
  const size_t both = std::min(its.size(), threads_.size());
  if (!std::equal(its.begin(), its.begin() + static_cast<std::ptrdiff_t>(both), threads_.begin())) return false;
  seat.threads = its.size();
  if (its.size() > threads_.size()) threads_ = std::move(its);
  return true;
}

void RemoteTeam::share(const std::vector<uint64_t>& places) {
  for (uint64_t place : places)
    if (known_.insert(place).second) places_.push_back(place);
  for (const auto& seat : seats_) seat->places = 0;
}

void RemoteTeam::cancel() {
  for (const auto& seat : seats_) seat->remote.cancel();
}

uint64_t RemoteTeam::resident() const {
  uint64_t bytes = resident_bytes(getpid());
  for (const auto& seat : seats_) bytes += seat->remote.resident();
  return bytes;
}

bool is_too_large(const SearchState& state) {
  return std::any_of(state.open.begin(), state.open.end(),
                     [](const OpenWork& work) { return work.engine.size() > Channel::kBlob; });
}

bool is_for_team(const CheckRequest& request) {
  if (request.jobs < 2 && !is_too_large(request.start)) return false;
  const std::string_view engine = request.settings.engine;
  if ((engine != "mcr" && engine != "auto") || request.settings.options.final_states) return false;
  const auto& open = request.start.open;
  return open.empty() || (open.size() == 1 && (open.front().engine.empty() || open.front().engine.front() == 0));
}

}  // namespace heddle
