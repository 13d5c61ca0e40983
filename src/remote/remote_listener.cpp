#include "remote/remote_listener.h"

#include "remote/replay.h"
#include "trace/local_paths.h"

namespace heddle {

bool RemoteListener::after_run(const Work& work, const Trace& trace, const Counts& counts, Engine& engine) {
  if (!trace.findings.empty() || !trace.races.empty()) offer(work, trace, counts);
  if (request_.tests && !trace.visibility_grew) tell_path(work, trace);
  if (doubt_.empty()) doubt_ = doubt_about(work, trace);
  if (request_.settings.coverage)
    for_each_local_history(trace.events, [&](uint64_t position, uint64_t history) {
      ++covered_.times[position];
      covered_.histories.emplace(position, history);
    });
  if (request_.stop_at_first && confirmer_.wanted() > 0) return false;
  const bool known = !trace.visibility_grew;
  if (counts.executions >= request_.settings.max_executions && known && request_.keeps_left)
    left_ = state(counts, engine);
  return look(counts, engine, known);
}

bool RemoteListener::thinking(const Counts& counts, Engine& engine, uint64_t claim) {
  const uint64_t limit = request_.settings.memory_limit;
  if (claim != 0 && limit != 0 && memory_.of_all(resident()) + claim > limit)
    return stop("the memory limit was reached", true, counts, engine);
  return look(counts, engine);
}

bool RemoteListener::look(const Counts& counts, const Engine& engine, bool known) {
  const auto now = Clock::now();
  if (request_.beside != nullptr && request_.beside->over) return stop(kAnswered, known, counts, engine);
  if (interrupt_.count() > 0) return stop("interrupted", known, counts, engine);
  if (request_.time_limit.count() > 0 && now - begin_ >= request_.time_limit)
    return stop("the time limit was reached", known, counts, engine);
  if (now - last_look_ < std::chrono::milliseconds(100)) return true;
  last_look_ = now;
  const uint64_t memory = memory_.of_all(resident());
  if (request_.settings.memory_limit > 0 && memory > request_.settings.memory_limit)
    return stop("the memory limit was reached", known, counts, engine);
  if (request_.save_every.count() > 0 && known && now - last_state_ >= request_.save_every) {
    last_state_ = now;
    listener_.open_work(state(counts, engine));
  }
  const double remaining = engine.remaining();
  listener_.progress({counts, engine.progress(), std::chrono::duration<double>(now - begin_).count(), workers(),
                      remaining < 0 ? -1 : 1 - remaining, memory});
  return true;
}

void RemoteListener::tell_path(const Work& work, const Trace& trace) {
  const bool ended = trace.outcome == Outcome::kComplete || trace.outcome == Outcome::kFinding;
  if (!ended || work.schedule.discovery || executor_->death()) return;
  bool is_new = false;
  for (uint64_t path : local_paths(trace)) is_new |= paths_met_.insert(path).second;
  if (!is_new) return;
  NewPath path{{}, executor_->places_before(), copy_threads(executor_->channel()), work.schedule.follow};
  for (const Step& step : trace.steps) path.picks.push_back(step.pick);
  listener_.path(path);
}

void RemoteListener::offer(const Work& work, const Trace& trace, const Counts& counts) {
  Suspicion suspicion{{}, counts.executions, {}, executor_->places_before(), copy_threads(executor_->channel()), {}};
  for (const Step& step : trace.steps) suspicion.picks.push_back(step.pick);
  suspicion.modules = copy_modules(executor_->channel());
  suspicion.tentative = work.schedule.discovery;
  offer_races(trace, suspicion);
  suspicion.tentative = false;
  if (trace.findings.empty()) return;
  if (executor_->death()) {
    confirmer_.confirm_death(*executor_->death(), suspicion);
    return;
  }
  for (const Finding& finding : trace.findings) {
    suspicion.finding = finding;
    confirmer_.confirm(suspicion);
  }
}

// Of the run only what came before a race matters to it.
void RemoteListener::offer_races(const Trace& trace, Suspicion suspicion) {
  for (const Finding& race : trace.races) {
    suspicion.finding = race;
    suspicion.picks.clear();
    for (const Step& step : trace.steps)
      if (step.event < race.event) suspicion.picks.push_back(step.pick);
    confirmer_.confirm(suspicion);
  }
}

SearchState RemoteListener::state(const Counts& counts, const Engine& engine) const {
  Writer bytes;
  engine.save(bytes);
  return {{{bytes.take(), counts, threads()}}, {}, places(), confirmer_.shown(), confirmer_.doubt(doubt_)};
}

bool RemoteListener::stop(const char* reason, bool known, const Counts& counts, const Engine& engine) {
  reason_ = reason;
  if (known && request_.keeps_left) left_ = state(counts, engine);
  return false;
}

CheckResult RemoteListener::result_of(const SearchResult& searched) {
  CheckResult result;
  result.counts = searched.counts;
  result.findings = confirmer_.confirmed();
  result.enough = confirmer_.enough();
  result.complete = searched.complete && confirmer_.problem().empty() && doubt_.empty();
  result.reason = !confirmer_.problem().empty() ? confirmer_.problem() : !reason_.empty() ? reason_ : searched.reason;
  if (result.reason.empty()) result.reason = doubt_;
  result.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  result.author = author_;
  result.fallback = fallback_;
  if (result.complete) result.certificate = certificate_;
  if (result.complete) result.paths = paths_;
  result.left = std::move(left_);
  if (result.complete) result.left.places = places();
  result.left.found = confirmer_.shown();
  result.left.doubt = confirmer_.doubt(doubt_);
  result.covered = std::move(covered_);
  if (request_.settings.coverage || result.reason.find("{@") != std::string::npos)
    result.modules = copy_modules(executor_->channel());
  return result;
}

}  // namespace heddle
