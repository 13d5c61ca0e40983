#include "remote/supervisor.h"

#include <algorithm>
#include <cstring>
#include <set>


namespace heddle {
namespace {

using namespace std::chrono_literals;

constexpr auto kProgressEvery = 100ms;
constexpr auto kMemoryEvery = 50ms;
constexpr auto kStopPatience = 1s;      // then a worker that does not react to kStop is killed
constexpr auto kSplitAfter = 2ms;       // smaller searches are not worth a second process
constexpr auto kSplitRetry = 1ms;
constexpr auto kGrace = 3s;             // beyond the time after which a worker itself ends a run that does nothing

uint64_t runs(const Counts& c) { return c.executions + c.blocked + c.discovery; }

Counts counts_of(const Channel& channel) {
  Counts counts{channel.executions.load(), channel.blocked.load(), channel.events.load(), channel.discovery.load()};
  for (size_t i = 0; i < kForetold.size(); ++i)
    counts.foretold[i] = channel.foretold[i].load(), counts.shown[i] = channel.shown[i].load();
  return counts;
}

std::vector<uint64_t> first_places(const Channel& channel, uint32_t count) {
  count = std::min(count, std::min(channel.place_count.load(), Channel::kMaxPlaces));
  return {channel.places, channel.places + count};
}

// The last checkpoint, if there is one that fits the places known now.
std::optional<OpenWork> checkpoint_of(const Channel& channel) {
  for (int tries = 0; tries < 8; ++tries) {
    const uint64_t stamp = channel.checkpoint.load(std::memory_order_acquire);
    if (stamp == 0) return std::nullopt;
    const int buffer = static_cast<int>((stamp - 1) & 1);
    OpenWork work;
    const uint32_t length = std::min(channel.checkpoint_length[buffer], Channel::kBlob);
    work.engine.assign(channel.checkpoint_bytes[buffer], length);
    work.counts = channel.checkpoint_counts[buffer];
    work.threads = copy_threads(channel);
    const bool fits = channel.checkpoint_places[buffer] == channel.place_count.load();
    if (channel.checkpoint.load(std::memory_order_acquire) == stamp) return fits ? std::optional(work) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

Supervisor::Supervisor(const CheckRequest& request, CheckListener& listener)
    : request_(request), listener_(listener), confirmer_(request, listener), places_(request.start.places),
      done_(request.start.done), finished_(request.start.done) {
  slots_.resize(static_cast<size_t>(std::max(1, request.jobs)));
  for (const auto& work : request.start.open) queue_.push_back({work, 0, {}});
  if (queue_.empty()) queue_.push_back({});
  parallel_ = queue_.size() > 1;
}

CheckResult Supervisor::run() {
  while (true) {
    for (auto& slot : slots_)
      if (slot.worker) look_after(slot);
    if (!stopping_)
      for (auto& slot : slots_)
        if (!slot.worker && !queue_.empty()) {
          Task task = std::move(queue_.front());
          queue_.pop_front();
          if (!start(slot, std::move(task))) break;
        }
    if (active() == 0 && (queue_.empty() || stopping_)) break;
    watch_limits();
    hand_out_state();
    share_work();
    report_progress();
    wait();
  }
  CheckResult result;
  result.counts = total();
  result.refused = refused_;
  result.findings = confirmer_.confirmed();
  if (!confirmer_.problem().empty()) reason_ = confirmer_.problem();
  result.complete = !incomplete_ && !refused_ && reason_.empty() && queue_.empty();
  result.reason = result.complete ? "" : reason_;
  result.left_off = left_off_ && !result.complete;
  result.fallback = std::move(fallback_);
  result.left = state_left();
  if (result.complete && !parallel_) {
    result.certificate = std::move(certificate_);
    result.certificate_too_large = certificate_too_large_;
  }
  result.covered = std::move(covered_);
  result.modules = std::move(modules_);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  return result;
}

// A process that was used and speaks of the same threads and places, if there is one. It looks new afterwards.
std::unique_ptr<WorkerProcess> Supervisor::spare_for(const Task& task) {
  if (task.work.engine.empty() || task.dead_execution != 0) return nullptr;
  while (!spares_.empty()) {
    std::unique_ptr<WorkerProcess> spare = std::move(spares_.back());
    spares_.pop_back();
    Channel& channel = spare->channel();
    if (spare->ended() || channel.place_count.load() != places_.size() || copy_threads(channel) != task.work.threads) continue;
    channel.executions = channel.blocked = channel.events = channel.discovery = channel.run = channel.checkpoint = 0;
    channel.found_count = channel.found_picks_used = channel.gift_length = 0;
    channel.remaining = 1;
    channel.result = {};
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

bool Supervisor::start(Slot& slot, Task task) {
  slot = Slot{};
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
  channel.start_length = static_cast<uint32_t>(std::min<size_t>(task.work.engine.size(), Channel::kBlob));
  std::memcpy(channel.start, task.work.engine.data(), channel.start_length);
  channel.start_counts = task.work.counts;
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

void Supervisor::look_after(Slot& slot) {
  const auto death = slot.worker->ended();  // before `state`: a worker that is done may end at any moment
  const WorkerState state = slot.worker->channel().state.load(std::memory_order_acquire);
  collect(slot);
  if (state == WorkerState::kRefused) {
    refused_ = true;
    note_reason(slot.worker->channel().result.reason);
    slot.worker.reset();
    stop("");
  } else if (state == WorkerState::kDone || state == WorkerState::kIdle) {
    finish(slot);
  } else if (death) {
    bury(slot, *death);
  } else if (slot.asked && gift_is_there(slot)) {
    take_gift(slot);
  } else if (parallel_ && slot.worker->channel().place_count.load() > slot.places && !stopping_) {
    restart_all();
  }
}

void Supervisor::collect(Slot& slot) {
  const Channel& channel = slot.worker->channel();
  const uint32_t count = std::min<uint32_t>(channel.found_count.load(std::memory_order_acquire), Channel::kMaxFound);
  for (; slot.found_seen < count; ++slot.found_seen) {
    const FoundRecord& record = channel.found[slot.found_seen];
    Suspicion suspicion{record.finding, record.execution, {}, first_places(channel, record.places),
                         copy_threads(channel), copy_modules(channel)};
    const uint32_t begin = std::min(record.picks, Channel::kMaxFoundPicks);
    const uint32_t end = begin + std::min(record.length, Channel::kMaxFoundPicks - begin);
    suspicion.picks.assign(channel.found_picks + begin, channel.found_picks + end);
    suspicion.tentative = record.tentative;
    const bool ends = record.finding.kind != FindingKind::kRace || request_.settings.race == RaceMode::kStop;
    if (confirmer_.confirm(suspicion) == Confirmer::Answer::kConfirmed && ends && stops_at_first()) stop_for_good("");
  }
}

void Supervisor::finish(Slot& slot) {
  if (slot.asked && gift_is_there(slot)) take_gift(slot);
  const Channel& channel = slot.worker->channel();
  if (!channel.result.complete) {
    incomplete_ = true;
    note_reason(channel.result.reason);
  }
  if (fallback_.empty()) fallback_.assign(channel.fallback, strnlen(channel.fallback, sizeof channel.fallback));
  if (channel.result.complete && !parallel_) {  // of one engine that saw everything
    certificate_too_large_ = channel.certificate_length > Channel::kMaxCertificate;
    certificate_.assign(channel.certificate, certificate_too_large_ ? 0 : channel.certificate_length);
  }
  if (channel.result.stop != Stop::kNothingLeft) stop("");
  retire(slot, channel.result.stop != Stop::kNothingLeft);
}

void Supervisor::retire(Slot& slot, bool work_left) {
  const Channel& channel = slot.worker->channel();
  done_ += counts_of(channel);
  if (work_left)
    left_.push_back(resurrect(slot).work);
  else
    finished_ += counts_of(channel);
  if (channel.place_count.load() > places_.size()) places_ = first_places(channel, UINT32_MAX);
  let_go(slot);
}

// The end of a worker that was at work.
void Supervisor::let_go(Slot& slot) {
  if (request_.settings.coverage) {
    slot.worker->channel().covered.add_to(covered_);
    if (modules_.empty()) modules_ = copy_modules(slot.worker->channel());
  } else if (slot.worker->channel().state.load() == WorkerState::kIdle) {
    spares_.push_back(std::move(slot.worker));
  }
  slot.worker.reset();
}

void Supervisor::bury(Slot& slot, const Death& death) {
  if (slot.asked && gift_is_there(slot)) take_gift(slot);
  const Channel& channel = slot.worker->channel();
  const bool started = slot.used || channel.state.load() != WorkerState::kStarting;
  bool own_fault = false, ends_check = false;
  if (stopping_) {
    incomplete_ = true;
    return retire(slot, true);
  }
  if (!started) {
    refused_ = true;
    stop("the program was not ready to be checked: its process " + std::string(death.by_signal ? "was " : "") +
         describe(death) + " before main was reached");
    slot.worker.reset();
    return;
  }
  Suspicion suspicion;
  if (channel.in_run.load()) {
    const uint32_t steps = std::min(channel.step_count.load(), Channel::kMaxSteps);
    for (uint32_t i = 0; i < steps; ++i) suspicion.picks.push_back(channel.steps[i].pick);
    suspicion.places = first_places(channel, channel.run_places.load());
    suspicion.threads = copy_threads(channel);
    suspicion.modules = copy_modules(channel);
    suspicion.execution = channel.executions.load() + 1;
    const auto answer = confirmer_.confirm_death(death, suspicion);
    own_fault = answer != Confirmer::Answer::kRefuted;
    ends_check = own_fault && answer != Confirmer::Answer::kSuppressed && stops_at_first();
  }
  if (own_fault && !death.by_signal)
    note_reason("the program " + describe(death) + " in the middle of a run, past all controlled calls");
  // Of a run that ended so, only its picks are known, not what else could have been picked.
  if (own_fault) note_reason("a run ended with its process; runs that begin as it did were not all made");
  listener_.note("a worker process " + std::string(death.by_signal ? "was " : "") + describe(death) +
                 (own_fault ? ", by what the program does" : ", not by what the program does; going on with a new one"));

  Task task = resurrect(slot);
  if (own_fault && runs(slot.start.counts) + channel.run.load() > runs(task.work.counts)) {
    task.dead_execution = runs(slot.start.counts) + channel.run.load() - runs(task.work.counts);
    task.dead_picks = suspicion.picks;
  }
  if (channel.place_count.load() > places_.size()) places_ = first_places(channel, UINT32_MAX);
  let_go(slot);
  queue_.push_front(std::move(task));
  if (++deaths_ >= kMaxDeaths)
    stop(std::to_string(deaths_) + " worker processes died; the last one " + (death.by_signal ? "was " : "") + describe(death));
  else if (ends_check)
    stop_for_good("");
}

Supervisor::Task Supervisor::resurrect(const Slot& slot) const {
  const Channel& channel = slot.worker->channel();
  if (auto work = checkpoint_of(channel)) return {*work, 0, {}};
  if (channel.place_count.load() == slot.places) return {slot.start, 0, {}};
  Task afresh;  // more is shared than the engine's state knew of: its work starts again
  afresh.work.counts.discovery = runs(counts_of(channel));
  return afresh;
}

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

void Supervisor::watch_limits() {
  const auto now = Clock::now();
  if (interrupt_.count() > 0) stop_for_good("interrupted");
  if (request_.time_limit.count() > 0 && now - begin_ >= request_.time_limit) stop_for_good("the time limit was reached");
  if (!stopping_ && request_.leave_off_after.count() > 0 && now - begin_ >= request_.leave_off_after) {
    stop("");
    left_off_ = true;
  }
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

void Supervisor::report_progress() {
  const auto now = Clock::now();
  if (now - last_progress_ < kProgressEvery) return;
  last_progress_ = now;
  Progress progress{total(), "", std::chrono::duration<double>(now - begin_).count(), active()};
  progress.explored = explored();
  for (const auto& slot : slots_)
    if (slot.worker) progress.memory += slot.worker->resident();
  for (const auto& slot : slots_)
    if (slot.worker && progress.words.empty())
      progress.words.assign(slot.worker->channel().progress, strnlen(slot.worker->channel().progress, 64));
  listener_.progress(progress);
}

void Supervisor::wait() {
  for (auto& slot : slots_)
    if (slot.worker && slot.asked) return slot.worker->wait_for_answer(1ms);
  for (auto& slot : slots_)
    if (slot.worker)
      return slot.worker->wait(slot.worker->channel().state.load(std::memory_order_acquire), slots_.size() == 1 ? 20ms : 1ms);
}

// All but what the workers have left. While some work belongs to none of them, what was known before.
double Supervisor::explored() {
  if (stopping_ || !queue_.empty() || active() == 0) return explored_;
  double left = 0;
  for (const auto& slot : slots_) {
    if (!slot.worker) continue;
    const double remaining = slot.worker->channel().remaining.load(std::memory_order_relaxed);
    if (remaining < 0) return explored_ = -1;  // this engine does not say
    left += remaining;
  }
  return explored_ = std::max(0.0, 1 - left);
}

Counts Supervisor::total() const {
  Counts sum = done_;
  for (const auto& task : queue_) sum += task.work.counts;
  for (const auto& slot : slots_)
    if (slot.worker) sum += counts_of(slot.worker->channel());
  return sum;
}

SearchState Supervisor::state_left() const {
  SearchState state;
  state.open = left_;
  for (const auto& task : queue_) state.open.push_back(task.work);
  state.places = places_;
  state.done = finished_;
  return state;
}

bool Supervisor::state_is_due() const {
  return request_.save_every.count() > 0 && Clock::now() - last_state_ >= request_.save_every;
}

// Not while work is on its way between workers; share_work starts nothing new until this is done.
void Supervisor::hand_out_state() {
  if (!state_is_due() || stopping_) return;
  if (std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.worker && slot.asked; })) return;
  if (const auto state = state_now()) {
    listener_.open_work(*state);
    last_state_ = Clock::now();
  }
}

// The state as the workers' last checkpoints tell it; nothing if one of them has none that fits.
std::optional<SearchState> Supervisor::state_now() const {
  SearchState state = state_left();
  for (const auto& slot : slots_) {
    if (!slot.worker) continue;
    const Channel& channel = slot.worker->channel();
    auto work = checkpoint_of(channel);
    if (!work) return std::nullopt;
    state.open.push_back(std::move(*work));
    if (!parallel_) state.places = first_places(channel, UINT32_MAX);
    else if (channel.place_count.load() > slot.places) return std::nullopt;
  }
  return state;
}

void Supervisor::note_reason(const std::string& reason) {
  if (reason_.empty()) reason_ = reason;
}

bool Supervisor::stops_at_first() const { return !request_.settings.keep_going || request_.stop_at_first; }

int Supervisor::active() const {
  return static_cast<int>(std::count_if(slots_.begin(), slots_.end(), [](const Slot& s) { return s.worker != nullptr; }));
}

}  // namespace heddle
