#include "remote/supervisor.h"

#include <algorithm>
#include <cstring>

#include "remote/channel_reading.h"

namespace heddle {

using namespace std::chrono_literals;

Supervisor::Supervisor(const CheckRequest& request, CheckListener& listener)
    : request_(request), listener_(listener), confirmer_(request, listener, [this] { meanwhile(); }), places_(request.start.places),
      done_(request.start.done), finished_(request.start.done) {
  slots_.resize(static_cast<size_t>(std::max(1, request.jobs)));
  for (const auto& work : request.start.open) queue_.push_back({work, 0, {}});
  if (queue_.empty()) queue_.push_back({});
  parallel_ = queue_.size() > 1;
  note_doubt(request.start.doubt);
}

CheckResult Supervisor::run() {
  if (confirmer_.recall()) return over_already(request_, confirmer_);
  while (true) {
    for (auto& slot : slots_)
      if (slot.worker) look_after(slot);
    if (!stopping_)
      for (auto& slot : slots_)
        if (!slot.worker && !queue_.empty()) {
          if (parallel_ && shares_limit() && unallotted() == 0) break;
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
  if (!result.reason.empty() && !worth_.empty() && result.reason.find(worth_) == std::string::npos) result.reason += "; " + worth_;
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
  if (channel.doubtful.load(std::memory_order_acquire)) note_doubt(channel.doubt);
  const uint32_t count = std::min<uint32_t>(channel.found_count.load(std::memory_order_acquire), Channel::kMaxFound);
  for (; slot.found_seen < count; ++slot.found_seen) {
    const FoundRecord& record = channel.found[slot.found_seen];
    Suspicion suspicion{record.finding, record.execution, {}, first_places(channel, record.places),
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
  else allot();
}

void Supervisor::finish(Slot& slot) {
  if (slot.asked && gift_is_there(slot)) take_gift(slot);
  const Channel& channel = slot.worker->channel();
  if (!channel.result.complete) {
    incomplete_ = true;
    if (channel.result.stop == Stop::kNothingLeft) note_doubt(channel.result.reason);
    note_reason(channel.result.reason);
  }
  if (channel.samples && slots_.size() == 1) worth_.assign(channel.progress, strnlen(channel.progress, sizeof channel.progress));
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
    left_.push_back(newest_state_of(channel).value_or(resurrect(slot).work));
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

void Supervisor::wait() {
  for (auto& slot : slots_)
    if (slot.worker && slot.asked) return slot.worker->wait_for_answer(1ms);
  for (auto& slot : slots_)
    if (slot.worker)
      return slot.worker->wait(slot.worker->channel().state.load(std::memory_order_acquire), slots_.size() == 1 ? 20ms : 1ms);
}

void Supervisor::note_reason(const std::string& reason) {
  if (reason_.empty()) reason_ = reason;
}

void Supervisor::note_doubt(const std::string& doubt) {
  if (doubt_.empty()) doubt_ = doubt;
  note_reason(doubt);
}

int Supervisor::active() const {
  return static_cast<int>(std::count_if(slots_.begin(), slots_.end(), [](const Slot& s) { return s.worker != nullptr; }));
}

}  // namespace heddle
