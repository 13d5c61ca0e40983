// check_remotely: the search loop here, the runs in a worker. The engine makes the same decisions as in a worker
// of its own, so executions, verdict and findings are the same as those of `check`; only slower.
#include <algorithm>
#include <string>

#include "explore/search.h"
#include "remote/check.h"
#include "remote/confirm.h"
#include "remote/interrupt.h"
#include "remote/remote_executor.h"

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;

class RemoteListener : public SearchListener {
 public:
  RemoteListener(const CheckRequest& request, CheckListener& listener, RemoteExecutor& executor, Confirmer& confirmer)
      : request_(request), listener_(listener), executor_(executor), confirmer_(confirmer) {}

  bool after_run(const Work& work, const Trace& trace, const Counts& counts, Engine& engine) override {
    if (!trace.findings.empty() || !trace.races.empty()) offer(work, trace, counts);
    if (request_.settings.coverage)
      for (const Event& e : trace.events)
        if (e.position != 0) ++covered_[e.position];
    if (request_.stop_at_first && confirmer_.confirmed() > 0) return false;
    const auto now = Clock::now();
    const bool known = !trace.visibility_grew;  // else the search starts again, and its state is of no use
    if (interrupt_.count() > 0) return stop("interrupted", known, counts, engine);
    if (request_.time_limit.count() > 0 && now - begin_ >= request_.time_limit)
      return stop("the time limit was reached", known, counts, engine);
    if (counts.executions >= request_.settings.max_executions && known) left_ = state(counts, engine);
    if (now - last_look_ < std::chrono::milliseconds(100)) return true;
    last_look_ = now;
    if (request_.settings.memory_limit > 0 && executor_.resident() > request_.settings.memory_limit)
      return stop("the memory limit was reached", known, counts, engine);
    if (request_.save_every.count() > 0 && known && now - last_state_ >= request_.save_every) {
      last_state_ = now;
      listener_.open_work(state(counts, engine));
    }
    const double remaining = engine.remaining();
    listener_.progress({counts, engine.progress(), seconds(), 1, remaining < 0 ? -1 : 1 - remaining, executor_.resident()});
    return true;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  const std::string& reason() const { return reason_; }
  // To go on from, if the search was stopped from here or by the limit on executions.
  const SearchState& left() const { return left_; }
  Coverage& covered() { return covered_; }

 private:
  void offer(const Work& work, const Trace& trace, const Counts& counts) {
    Suspicion suspicion{{}, counts.executions, {}, executor_.places_before(),
                         copy_threads(executor_.channel()), {}};
    for (const Step& step : trace.steps) suspicion.picks.push_back(step.pick);
    suspicion.modules = copy_modules(executor_.channel());
    suspicion.tentative = work.schedule.discovery;
    offer_races(trace, suspicion);
    suspicion.tentative = false;
    if (trace.findings.empty()) return;
    if (executor_.death()) {
      confirmer_.confirm_death(*executor_.death(), suspicion);
      return;
    }
    for (const Finding& finding : trace.findings) {
      suspicion.finding = finding;
      confirmer_.confirm(suspicion);
    }
  }
  // Of the run only what came before a race matters to it.
  void offer_races(const Trace& trace, Suspicion suspicion) {
    for (const Finding& race : trace.races) {
      suspicion.finding = race;
      suspicion.picks.clear();
      for (const Step& step : trace.steps)
        if (step.event < race.event) suspicion.picks.push_back(step.pick);
      confirmer_.confirm(suspicion);
    }
  }
  SearchState state(const Counts& counts, const Engine& engine) const {
    Writer bytes;
    engine.save(bytes);
    return {{{bytes.bytes(), counts, copy_threads(executor_.channel())}}, {}, executor_.places_before()};
  }
  bool stop(const char* reason, bool known, const Counts& counts, const Engine& engine) {
    reason_ = reason;
    if (known) left_ = state(counts, engine);
    return false;
  }

  const CheckRequest& request_;
  CheckListener& listener_;
  RemoteExecutor& executor_;
  Confirmer& confirmer_;
  Interrupt interrupt_;
  Clock::time_point begin_ = Clock::now(), last_look_, last_state_ = begin_;
  Coverage covered_;
  std::string reason_;  // why the search was stopped from here
  SearchState left_;    // see left()
};

}  // namespace

CheckResult check_remotely(const CheckRequest& request, CheckListener& listener) {
  CheckResult result;
  RemoteExecutor executor(request.program, request.settings, request.start.places,
                          request.start.open.empty() ? std::vector<ThreadName>{} : request.start.open.front().threads);
  if (auto connected = executor.connect(); !connected) {
    result.refused = true;
    result.reason = connected.error().message;
    return result;
  }
  Confirmer confirmer(request, listener);
  RemoteListener searching(request, listener, executor, confirmer);
  const EngineFactory fresh = [&] { return make_engine(request.settings.engine, request.settings.options); };
  auto engine = fresh();
  Counts counts = request.start.done;
  if (!request.start.open.empty() && !request.start.open.front().engine.empty()) {
    Reader in(request.start.open.front().engine);
    if (request.start.open.size() > 1 || !engine->load(in)) {
      result.refused = true;
      result.reason = "the checkpoint was written by several workers or another engine; resume it with --executor inline";
      return result;
    }
    const Counts& c = request.start.open.front().counts;
    counts = {counts.executions + c.executions, counts.blocked + c.blocked, counts.events + c.events,
              counts.discovery + c.discovery};
  }
  const Limits limits{.max_executions = request.settings.max_executions,
                      .keep_going = request.settings.keep_going,
                      .stop_at_race = request.settings.race == RaceMode::kStop};
  RaceWatch watched(executor);
  Executor& looked_at = request.settings.race == RaceMode::kIgnore ? static_cast<Executor&>(executor) : watched;
  const SearchResult searched = search(std::move(engine), fresh, looked_at, limits, searching, counts);
  result.counts = searched.counts;
  result.findings = confirmer.confirmed();
  result.complete = searched.complete && confirmer.problem().empty();
  result.reason = !confirmer.problem().empty() ? confirmer.problem()
                  : !searching.reason().empty() ? searching.reason()
                                                : searched.reason;
  result.seconds = searching.seconds();
  result.left = searching.left();
  result.covered = std::move(searching.covered());
  if (request.settings.coverage) result.modules = copy_modules(executor.channel());
  return result;
}

}  // namespace heddle
