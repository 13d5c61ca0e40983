#include "explore/engine_team.h"

#include <algorithm>
#include <thread>

#include "base/check.h"

namespace heddle {

// What the listener is shown in the place of all engines.
class EngineTeam::Shown final : public Engine {
 public:
  Shown(const EngineTeam& team, bool exhaustive) : team_(team), exhaustive_(exhaustive) {}
  bool next(Work&) override { return false; }
  void observe(const Work&, const Trace&) override {}
  bool exhaustive() const override { return exhaustive_; }
  bool builds_on_runs() const override { return true; }
  void save(Writer&) const override {}
  bool load(Reader&) override { return false; }
  bool split(Writer&) override { return false; }
  std::string progress() const override {
    size_t busy = 0;
    std::string last = done;
    for (const EnginePtr& engine : team_.engines_)
      if (engine) ++busy, last = engine->progress();
    if (team_.engines_.size() == 1) return last;
    return "work shared by " + std::to_string(team_.engines_.size()) +
           (busy == 0 ? ", the last: " : ", one of them: ") + last;
  }
  std::string doubt() const override { return doubts; }

  std::string done, doubts;  // what engines said that were through

 private:
  const EngineTeam& team_;
  bool exhaustive_;
};

EngineTeam::EngineTeam(EngineFactory fresh, Team& team, const Limits& limits, SearchListener& listener)
    : fresh_(std::move(fresh)), team_(team), limits_(limits), listener_(listener),
      shown_(std::make_unique<Shown>(*this, fresh_()->exhaustive())), engines_(static_cast<size_t>(team.size())) {}

EngineTeam::~EngineTeam() = default;

SearchResult EngineTeam::run() {
  const EngineFactory nothing = [&] { return std::make_unique<Shown>(*this, true); };
  result_ = search(nothing(), nothing, team_.executor(0), limits_, listener_, {});
  if (result_.stop != Stop::kNothingLeft) return result_;
  {
    const Lock lock(mutex_);
    at_work_ = true;
    engines_.front() = fresh_();
  }
  std::vector<std::thread> threads;
  for (size_t i = 1; i < engines_.size(); ++i) threads.emplace_back([this, i] { work(i); });
  work(0);
  for (std::thread& thread : threads) thread.join();
  conclude(result_, limits_, *shown_);
  listener_.finished(result_, *shown_);
  return result_;
}

void EngineTeam::look(const std::function<bool(const Counts&, const Engine&)>& look) {
  const Lock lock(mutex_);
  if (at_work_ && !over_ && !look(result_.counts, *shown_)) stop(Stop::kAsked);
}

void EngineTeam::work(size_t i) {
  Lock lock(mutex_);
  while (!over_) {
    if (engines_[i]) {
      step(i, lock);
    } else if (busy_ == 0 && std::ranges::none_of(engines_, [](const EnginePtr& e) { return e != nullptr; })) {
      stop(Stop::kNothingLeft);
    } else {
      changed_.wait(lock);
    }
  }
}

// One run, or a moment of thought.
void EngineTeam::step(size_t i, Lock& lock) {
  const EnginePtr engine = engines_[i];
  const uint64_t epoch = epoch_;
  share(*engine);
  Work work;
  ++busy_;
  lock.unlock();
  const bool more = engine->next(work);
  lock.lock();
  if (more && !work.pause && !over_ && epoch == epoch_) make_run(i, engine, work, lock);
  --busy_;
  if (more || epoch != epoch_) return;
  shown_->done = engine->progress();
  if (shown_->doubts.empty()) shown_->doubts = engine->doubt();
  engines_[i] = nullptr;
  changed_.notify_all();
}

// Gives part of its work to a thread that has none.
void EngineTeam::share(Engine& engine) {
  const auto idle = std::ranges::find(engines_, nullptr);
  Writer part;
  if (idle == engines_.end() || !engine.split(part)) return;
  EnginePtr other = fresh_();
  const std::string bytes = part.take();
  Reader in(bytes);
  CHECK(other->load(in));
  *idle = std::move(other);
  changed_.notify_all();
}

void EngineTeam::make_run(size_t i, const EnginePtr& engine, Work& work, Lock& lock) {
  const int seat = static_cast<int>(i);
  while (await_turn(lock)) {
    const uint64_t epoch = epoch_;
    ++running_;
    team_.before_run(seat);
    lock.unlock();
    Trace trace = team_.executor(seat).run(work.schedule);
    lock.lock();
    --running_;
    if (over_) return;
    const Team::Use use = team_.after_run(seat, trace);
    if (epoch != epoch_) {  // by what was known to be shared then: of no use any more
      ++result_.counts.discovery;
      if (trace.visibility_grew) start_again();
      return;
    }
    if (use == Team::Use::kAgain && !trace.visibility_grew) continue;
    take_in(engine, work, trace, use == Team::Use::kLost);
    return;
  }
}

// Until one more run is within the limit. False: the search is over.
bool EngineTeam::await_turn(Lock& lock) {
  while (!over_ && result_.counts.executions + running_ >= limits_.max_executions) {
    if (running_ == 0) stop(Stop::kMaxExecutions);
    else changed_.wait(lock);
  }
  return !over_;
}

void EngineTeam::take_in(const EnginePtr& engine, const Work& work, const Trace& trace, bool lost) {
  Counts& counts = result_.counts;
  const bool refuted = work.tentative && trace.outcome == Outcome::kDiverged;
  ++(refuted || trace.outcome == Outcome::kBlocked ? counts.blocked : counts.executions);
  counts.events += thread_steps(trace);
  counts.choices += new_choices(work, trace);
  counts.weak += trace.weak_orders;
  if (!refuted && result_.reason.empty()) result_.reason = reason_against(trace);
  if (lost && result_.reason.empty())
    result_.reason = "a run ended with its process; runs that begin as it did were not all made";
  engine->observe(work, trace);
  const bool found = !trace.findings.empty() || (limits_.stop_at_race && !trace.races.empty());
  if (!listener_.after_run(work, trace, counts, *shown_)) stop(Stop::kAsked);
  else if (!limits_.keep_going && !refuted && (found || uncontrolled(trace.outcome)))
    stop(found ? Stop::kFinding : Stop::kUncontrolled);
  else if (trace.visibility_grew) start_again();
  changed_.notify_all();
}

void EngineTeam::start_again() {
  Counts& counts = result_.counts;
  counts.discovery += counts.executions + counts.blocked;
  counts.executions = counts.blocked = counts.events = counts.choices = 0;
  for (EnginePtr& engine : engines_) engine = nullptr;
  engines_.front() = fresh_();
  shown_->done.clear(), shown_->doubts.clear();
  ++epoch_;
  listener_.restarted(counts);
  changed_.notify_all();
}

void EngineTeam::stop(Stop stop) {
  if (!over_) result_.stop = stop;
  over_ = true;
  changed_.notify_all();
}

}  // namespace heddle
