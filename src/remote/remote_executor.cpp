#include "remote/remote_executor.h"

#include <algorithm>
#include <cstdio>

#include "remote/channel_reading.h"
#include "remote/replay.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

void put_schedule(Channel& channel, const Schedule& schedule) {
  const auto length = static_cast<uint32_t>(std::min<size_t>(schedule.prefix.size(), Channel::kMaxSteps));
  ScheduleRecord& record = channel.schedule;
  record.length = length;
  record.tail = schedule.tail;
  record.seed = schedule.seed;
  record.discovery = schedule.discovery;
  record.follow = schedule.follow;
  put_sleepers(record, schedule);
  record.changes = static_cast<uint32_t>(std::min(schedule.change_points.size(), std::size(record.change_points)));
  std::copy_n(schedule.change_points.begin(), record.changes, record.change_points);
  record.length_count = static_cast<uint32_t>(std::min(schedule.lengths.size(), std::size(record.lengths)));
  std::copy_n(schedule.lengths.begin(), record.length_count, record.lengths);
  record.shares = static_cast<uint32_t>(std::min(schedule.share.size(), std::size(record.share)));
  std::copy_n(schedule.share.begin(), record.shares, record.share);
  std::copy_n(schedule.prefix.begin(), length, channel.schedule_picks);
}

}  // namespace

void put_sleepers(ScheduleRecord& record, const Schedule& schedule) {
  const std::vector<Event>& events = schedule.asleep_events;
  record.asleep = schedule.asleep;
  record.sleepers = static_cast<uint32_t>(std::min(events.size(), std::size(record.asleep_events)));
  std::copy_n(events.begin(), record.sleepers, record.asleep_events);
  for (size_t i = record.sleepers; i < events.size(); ++i) record.asleep.reset(events[i].thread);
}

RemoteExecutor::RemoteExecutor(Program program, WorkerSettings settings, std::vector<uint64_t> places,
                               std::vector<ThreadName> threads)
    : program_(std::move(program)), settings_(settings), places_(std::move(places)), threads_(std::move(threads)) {
  settings_.mode = WorkerMode::kServe;
}

Status RemoteExecutor::connect() {
  std::optional<Death> early;
  for (int deaths = 0;;) {
    auto connected = connect_once(early);
    if (!early || !may_start_again(*early, ++deaths)) return connected;
  }
}

Status RemoteExecutor::connect_once(std::optional<Death>& early) {
  early.reset();
  auto created = WorkerProcess::create();
  if (!created) return created.error();
  worker_ = std::move(*created);
  Channel& channel = worker_->channel();
  channel.settings = settings_;
  const auto places = static_cast<uint32_t>(std::min<size_t>(places_.size(), Channel::kMaxPlaces));
  std::copy_n(places_.begin(), places, channel.places);
  channel.place_count.store(places);
  put_threads(channel, threads_);
  if (auto started = worker_->start(program_, Output::kDiscard); !started) return started.error();
  pid_ = worker_->pid();
  while (channel.state.load(std::memory_order_acquire) == WorkerState::kStarting) {
    if ((early = worker_->ended())) return Error{died_before_main(*early), ""};
    worker_->wait(WorkerState::kStarting, 20ms);
  }
  if (channel.state.load() == WorkerState::kRefused) return Error{channel.result.reason, ""};
  return Ok{};
}

bool RemoteExecutor::serve(const Schedule& schedule, Command command, const std::function<void()>& meanwhile) {
  Channel& channel = worker_->channel();
  put_schedule(channel, schedule);
  channel.state.store(WorkerState::kRunning, std::memory_order_release);
  worker_->send(command);
  linger_(channel.state, WorkerState::kRunning);
  while (channel.state.load(std::memory_order_acquire) == WorkerState::kRunning) {
    if (cancelled_) return false;
    if ((death_ = worker_->ended())) return channel.state.load() != WorkerState::kRunning;
    if (meanwhile) meanwhile();
    worker_->wait(WorkerState::kRunning, meanwhile ? 2ms : 20ms);
  }
  return true;
}

std::optional<ShortRun> RemoteExecutor::shorten(const std::vector<uint16_t>& picks, const Finding& finding,
                                                uint64_t runs, std::chrono::milliseconds time,
                                                const std::function<void()>& meanwhile) {
  Channel& channel = worker_->channel();
  channel.shorten = {finding, runs, static_cast<uint32_t>(time.count()), false, false};
  Schedule schedule;
  schedule.prefix = picks;
  if (picks.size() > Channel::kMaxSteps || !serve(schedule, Command::kShorten, meanwhile) || death_ ||
      !channel.shorten.done)
    return std::nullopt;
  ShortRun best;
  best.picks.assign(channel.schedule_picks,
                    channel.schedule_picks + std::min(channel.schedule.length, Channel::kMaxSteps));
  best.fewest_preemptions = channel.shorten.fewest_preemptions;
  return best;
}

void RemoteExecutor::renew(std::vector<uint64_t> places, std::vector<ThreadName> threads) {
  places_ = std::move(places);
  threads_ = std::move(threads);
  renew_ = true;
}

uint64_t RemoteExecutor::resident() const { return resident_bytes(pid_); }

bool RemoteExecutor::start_worker() {
  renew_ = false;
  auto connected = connect();
  if (!connected) reason_ = connected.error().message;
  return static_cast<bool>(connected);
}

bool RemoteExecutor::reconnect() {
  places_ = first_places(channel(), channel().run_places.load());
  threads_ = copy_threads(worker_->channel());
  return start_worker();
}

const Trace& RemoteExecutor::run(const Schedule& schedule) {
  reason_.clear();
  // The trace of the last run lived in the dead worker's channel.
  broken_ = renew_ ? !start_worker() : death_ && !reconnect();
  death_.reset();
  if (broken_ || cancelled_) {
    trace_ = {};
    trace_.outcome = Outcome::kUnsupported;
    trace_.reason = reason_.c_str();
    return trace_;
  }
  if (!serve(schedule) && !cancelled_) {
    const auto first = death_;
    if (reconnect() && serve(schedule)) death_.reset();
    else if (reason_.empty() && death_ != first)
      reason_ = "the process of the program died in two ways under one schedule";
  }
  if (cancelled_) {  // what the worker has written is not whole
    trace_ = {};
    trace_.outcome = Outcome::kBlocked;
    trace_.reason = "";
    return trace_;
  }
  fill_trace();
  return trace_;
}

void RemoteExecutor::fill_trace() {
  Channel& channel = worker_->channel();
  trace_.events = {channel.event, std::min(channel.event_count.load(), Channel::kMaxEvents)};
  trace_.steps = {channel.steps, std::min(channel.step_count.load(), Channel::kMaxSteps)};
  trace_.touches = {channel.touches, std::min(channel.touch_count.load(), Channel::kMaxTouches)};
  trace_.contents = {channel.contents, std::min(channel.content_count, Channel::kMaxContents)};
  trace_.followed = {channel.followed, std::min(channel.followed_count, Channel::kMaxEvents)};
  trace_.terms = {channel.terms, std::min(channel.term_count, Channel::kMaxTerms)};
  trace_.questions = {channel.questions, std::min(channel.question_count, Channel::kMaxQuestions)};
  trace_.findings = {channel.findings, std::min<size_t>(channel.finding_count, 16)};
  pending_.clear();
  for (const Event& e : channel.pending)
    if (e.op != Op::kEnd) pending_.push_back(e);
  trace_.pending = pending_;
  trace_.outcome = channel.result.outcome;
  trace_.visibility_grew = channel.result.visibility_grew;
  trace_.weak_orders = channel.result.weak_orders;
  if (!death_ && reason_.empty()) reason_ = channel.result.reason;
  if (death_ && reason_.empty() && death_->by_signal) {
    crash_ = {};
    crash_.kind = FindingKind::kCrash;
    std::snprintf(crash_.message, sizeof crash_.message, "the process was %s", describe(*death_).c_str());
    trace_.findings = {&crash_, 1};
    trace_.outcome = Outcome::kFinding;
  } else if (death_) {
    if (reason_.empty())
      reason_ = "the program " + describe(*death_) + " in the middle of a run, past all controlled calls";
    trace_.findings = {};
    trace_.outcome = Outcome::kUnsupported;
  }
  trace_.reason = reason_.c_str();
}

std::vector<uint64_t> RemoteExecutor::places_before() const {
  return first_places(channel(), channel().replay_places.load());
}

}  // namespace heddle
