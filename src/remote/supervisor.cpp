#include "remote/supervisor.h"

#include <algorithm>

#include "remote/channel_reading.h"

namespace heddle {

Supervisor::Supervisor(const CheckRequest& request, CheckListener& listener)
    : request_(request), listener_(listener), confirmer_(request, listener, [this] { meanwhile(); }), crew_(request),
      work_(request.start), allotment_(request.settings.max_executions, crew_, work_) {
  ending_.note_doubt(request.start.doubt);
}

CheckResult Supervisor::run() {
  if (confirmer_.recall()) return over_already(request_, confirmer_);
  while (true) {
    for (auto& slot : crew_.slots())
      if (slot.worker) look_after(slot);
    if (!ending_.stopping()) start_workers();
    if (crew_.active() == 0 && (!work_.has_tasks() || ending_.stopping())) break;
    watch_limits();
    hand_out_state();
    share_work();
    report_progress();
    crew_.wait();
  }
  CheckResult result;
  result.counts = total();
  result.refused = ending_.refused();
  result.findings = confirmer_.confirmed();
  result.enough = confirmer_.enough();
  result.complete = ending_.complete() && confirmer_.problem().empty() && !work_.has_tasks();
  if (!result.complete) result.reason = confirmer_.problem().empty() ? ending_.reason() : confirmer_.problem();
  result.left_off = ending_.left_off() && !result.complete;
  result.left = state_left();
  harvest_.put_into(result, !work_.is_shared(), request_.beside != nullptr);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  return result;
}

// Every idle slot gets work, as long as there is some. False if one could not be started: the search ends.
bool Supervisor::start_workers() {
  for (auto& slot : crew_.slots()) {
    if (slot.worker || !work_.has_tasks()) continue;
    if (work_.is_shared() && allotment_.used_up()) return true;
    const Task task = work_.take();
    if (auto started = crew_.start(slot, task, work_.places(), allotment_.for_task(task)); !started) {
      ending_.refuse();
      stop(started.error().message);
      return false;
    }
  }
  return true;
}

void Supervisor::look_after(Slot& slot) {
  const auto death = slot.worker->ended();  // before `state`: a worker that is done may end at any moment
  const WorkerState state = slot.worker->channel().state.load(std::memory_order_acquire);
  collect(slot);
  if (state == WorkerState::kRefused) {
    ending_.refuse();
    ending_.note_reason(slot.worker->channel().result.reason);
    slot.worker.reset();
    stop("");
  } else if (state == WorkerState::kDone || state == WorkerState::kIdle) {
    finish(slot);
  } else if (death) {
    bury(slot, *death);
  } else if (slot.asked && slot.has_gift()) {
    take_gift(slot);
  } else if (work_.is_shared() && slot.worker->channel().place_count.load() > slot.places && !ending_.stopping()) {
    restart_all();
  }
}

void Supervisor::collect(Slot& slot) {
  const Channel& channel = slot.worker->channel();
  if (channel.doubtful.load(std::memory_order_acquire)) ending_.note_doubt(channel.doubt);
  const uint32_t count = std::min<uint32_t>(channel.found_count.load(std::memory_order_acquire), Channel::kMaxFound);
  for (; slot.found_seen < count; ++slot.found_seen) {
    const FoundRecord& record = channel.found[slot.found_seen];
    Suspicion suspicion{record.finding,        record.execution,     {}, first_places(channel, record.places),
                        copy_threads(channel), copy_modules(channel)};
    const uint32_t begin = std::min(record.picks, Channel::kMaxFoundPicks);
    const uint32_t end = begin + std::min(record.length, Channel::kMaxFoundPicks - begin);
    suspicion.picks.assign(channel.found_picks + begin, channel.found_picks + end);
    suspicion.tentative = record.tentative;
    is_last_ = confirmer_.ends_check(record.finding);
    if (confirmer_.confirm(suspicion) == Confirmer::Answer::kConfirmed && is_last_) stop_for_good("");
  }
}

// A finding is confirmed, and more is being found out about it. If it is the last one, nobody needs to go on.
void Supervisor::meanwhile() {
  if (is_last_) stop_for_good("");
  else allotment_.raise();
}

void Supervisor::finish(Slot& slot) {
  if (slot.asked && slot.has_gift()) take_gift(slot);
  const Channel& channel = slot.worker->channel();
  if (!channel.result.complete) {
    ending_.cut();
    if (channel.result.stop == Stop::kNothingLeft) ending_.note_doubt(channel.result.reason);
    ending_.note_reason(channel.result.reason);
  }
  harvest_.take(channel, !work_.is_shared(), crew_.size() == 1);
  if (channel.result.stop != Stop::kNothingLeft) stop("");
  retire(slot, channel.result.stop != Stop::kNothingLeft);
}

void Supervisor::retire(Slot& slot, bool work_left) {
  const Channel& channel = slot.worker->channel();
  if (work_left) work_.stopped(counts_of(channel), newest_state_of(channel).value_or(slot.resurrected().work));
  else work_.done(counts_of(channel));
  learn_places(channel);
  let_go(slot);
}

void Supervisor::learn_places(const Channel& channel) {
  if (channel.place_count.load() > work_.places().size()) work_.set_places(first_places(channel, UINT32_MAX));
}

// The end of a worker that was at work.
void Supervisor::let_go(Slot& slot) {
  if (request_.settings.coverage) harvest_.take_coverage(slot.worker->channel());
  crew_.let_go(slot);
}

}  // namespace heddle
