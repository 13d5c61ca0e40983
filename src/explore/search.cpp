// The search loop; see search.h.
//
// Which memory is shared is learned from runs, and an exhaustive engine must not be told half-way that there
// are more choices than it saw. So before such an engine begins, a few discovery runs (one that stays with a
// thread as long as possible, then random ones) look for shared places. Whatever they miss is met later and
// costs a restart.
#include "explore/search.h"

#include <algorithm>

#include "base/hash.h"

namespace heddle {
namespace {

constexpr int kDiscoveryRuns = 16;  // at most
constexpr int kDiscoveryLeast = 4;  // before "nothing new" may end it

// A run that was cut at a limit is noted, and the search goes on: others may end. But when the first runs were all cut,
// and each was long, then there is no end to them, and nothing to be gained by going through all of their beginnings.
constexpr int kHopelessRuns = 4;
constexpr size_t kHopelessSteps = 10000;

// The engine had reason to think that the program could do this, and was wrong.
bool refuted(const Work& work, const Trace& trace) { return work.tentative && trace.outcome == Outcome::kDiverged; }

class Search {
 public:
  Search(std::unique_ptr<Engine> engine, const EngineFactory& fresh, Executor& executor, const Limits& limits,
         SearchListener& listener, Counts counts)
      : engine_(std::move(engine)), fresh_(fresh), executor_(executor), limits_(limits), listener_(listener) {
    result_.counts = counts;
  }

  SearchResult run() {
    const Counts& c = result_.counts;
    const bool from_scratch = limits_.discover && (c.executions | c.blocked | c.events | c.discovery) == 0;
    if (engine_->wants_discovery() && from_scratch && !discover()) return finish();
    explore();
    return finish();
  }

 private:
  // False: the search is over.
  bool discover() {
    int quiet = 0;
    for (int i = 0; i < kDiscoveryRuns && !(i >= kDiscoveryLeast && quiet >= 2); ++i) {
      work_.schedule.tail = i == 0 ? Tail::kFair : Tail::kRandom;
      work_.schedule.seed = mix(static_cast<uint64_t>(i));
      work_.schedule.discovery = true;
      const Trace& trace = executor_.run(work_.schedule);
      quiet = trace.visibility_grew ? 0 : quiet + 1;
      result_.counts.weak += trace.weak_orders;
      note_reason(trace);
      const bool over = !limits_.keep_going && ends_search(trace);
      if (over) {
        result_.counts.executions = 1;
        result_.counts.events = thread_steps(trace);
      } else {
        ++result_.counts.discovery;
      }
      if (!listener_.after_run(work_, trace, result_.counts, *engine_)) return stop(Stop::kAsked);
      if (over) return false;
    }
    work_ = {};
    return true;
  }

  void explore() {
    Counts& counts = result_.counts;
    while (true) {
      if (counts.executions >= limits_.max_executions) {
        stop(Stop::kMaxExecutions);
        return;
      }
      work_.effort = {};
      const bool more = engine_->next(work_);
      counts.solver_nanoseconds += work_.effort.nanoseconds;
      counts.solver_reads += work_.effort.reads;
      counts.solver_constraints += work_.effort.constraints;
      if (!more) {
        stop(Stop::kNothingLeft);
        return;
      }
      if (work_.pause) {
        if (listener_.thinking(counts, *engine_, work_.claim)) continue;
        stop(Stop::kAsked);
        return;
      }
      const Trace& trace = executor_.run(work_.schedule);
      const bool in_vain = refuted(work_, trace);
      ++(in_vain || trace.outcome == Outcome::kBlocked ? counts.blocked : counts.executions);
      counts.events += thread_steps(trace);
      counts.choices += new_choices(work_, trace);
      counts.weak += trace.weak_orders;
      count_foretold(work_, trace, counts);
      if (!in_vain) note_reason(trace);
      engine_->observe(work_, trace);
      const bool grew = trace.visibility_grew;
      const bool over = !limits_.keep_going && !in_vain && ends_search(trace);
      if (!listener_.after_run(work_, trace, counts, *engine_)) {
        stop(Stop::kAsked);
        return;
      }
      if (over) return;
      const bool again = engine_->started_again();
      if (grew && engine_->builds_on_runs()) restart();
      else if (again) count_anew();
    }
  }

  void restart() {
    std::unique_ptr<Engine> fresh = fresh_();
    fresh->succeed(*engine_);
    engine_ = std::move(fresh);
    work_ = {};
    count_anew();
  }

  // The runs so far showed how to begin.
  void count_anew() {
    Counts& counts = result_.counts;
    counts.discovery += counts.executions + counts.blocked;
    counts.executions = counts.blocked = counts.events = counts.choices = 0;
    counts.solver_nanoseconds = counts.solver_reads = counts.solver_constraints = 0;
    counts.foretold = counts.shown = {};
    listener_.restarted(counts);
  }

  // Whether a search that does not keep going is over after this run; says why in `result_`.
  bool ends_search(const Trace& trace) {
    if (!trace.findings.empty() || (limits_.stop_at_race && !trace.races.empty())) result_.stop = Stop::kFinding;
    else if (uncontrolled(trace.outcome) || hopeless(trace)) result_.stop = Stop::kUncontrolled;
    else return false;
    return true;
  }

  bool hopeless(const Trace& trace) {
    if (trace.outcome != Outcome::kStepLimit || trace.steps.size() < kHopelessSteps) some_run_ended_ = true;
    else ++long_runs_;
    return engine_->builds_on_runs() && !some_run_ended_ && long_runs_ == kHopelessRuns;
  }

  void note_reason(const Trace& trace) {
    if (result_.reason.empty()) result_.reason = reason_against(trace);
  }

  bool stop(Stop stop) {
    result_.stop = stop;
    return false;
  }

  SearchResult finish() {
    conclude(result_, limits_, *engine_);
    listener_.finished(result_, *engine_);
    return std::move(result_);
  }

  std::unique_ptr<Engine> engine_;
  const EngineFactory& fresh_;
  Executor& executor_;
  const Limits& limits_;
  SearchListener& listener_;
  SearchResult result_;
  Work work_;
  bool some_run_ended_ = false;  // before the step limit, or soon
  int long_runs_ = 0;            // that were cut at it
};

}  // namespace

uint64_t thread_steps(const Trace& trace) {
  uint64_t n = 0;
  for (const Step& step : trace.steps) n += step.kind == Step::kThread;
  return n;
}

uint64_t new_choices(const Work& work, const Trace& trace) {
  uint64_t n = 0;
  for (size_t i = work.schedule.prefix.size(); i < trace.steps.size(); ++i)
    n += trace.steps[i].kind == Step::kThread && trace.steps[i].count > 1;
  return n;
}

void count_foretold(const Work& work, const Trace& trace, Counts& counts) {
  if (!work.foretold) return;
  const auto is_it = [&](const Finding& f) {
    return f.kind == *work.foretold || (f.kind == FindingKind::kLivelock && work.foretold == FindingKind::kDeadlock) ||
           (f.kind == FindingKind::kDoubleFree && work.foretold == FindingKind::kUseAfterFree);
  };
  const bool shown = std::any_of(trace.findings.begin(), trace.findings.end(), is_it) ||
                     std::any_of(trace.races.begin(), trace.races.end(), is_it);
  for (size_t i = 0; i < kForetold.size(); ++i)
    if (kForetold[i] == *work.foretold) ++counts.foretold[i], counts.shown[i] += shown;
}

bool uncontrolled(Outcome outcome) { return outcome == Outcome::kDiverged || outcome == Outcome::kUnsupported; }

std::string reason_against(const Trace& trace) {
  if (*trace.reason) return trace.reason;
  switch (trace.outcome) {
    case Outcome::kDiverged:
      return "the program did not do the same under the same schedule: something it depends on is not controlled";
    case Outcome::kStepLimit: return "a run was longer than the step limit";
    case Outcome::kUnsupported: return "a run did something that cannot be controlled";
    default: return {};
  }
}

std::string doubt_about(const Work& work, const Trace& trace) {
  return refuted(work, trace) ? std::string() : reason_against(trace);
}

void conclude(SearchResult& result, const Limits& limits, const Engine& engine) {
  if (result.reason.empty() && result.stop == Stop::kNothingLeft) result.reason = engine.doubt();
  result.complete = result.stop == Stop::kNothingLeft && engine.exhaustive() && result.reason.empty();
  if (!result.reason.empty()) return;
  switch (result.stop) {
    case Stop::kNothingLeft:
      if (!result.complete) result.reason = kExplored + engine.progress();
      break;
    case Stop::kFinding: result.reason = "stopped at the first finding"; break;
    case Stop::kMaxExecutions:
      result.reason = "the limit of " + std::to_string(limits.max_executions) + " executions was reached";
      if (!engine.exhaustive() && !engine.progress().empty())
        result.reason += "; " + engine.progress();  // what sampling is worth
      break;
    case Stop::kAsked: result.reason = "stopped before the search was complete"; break;
    case Stop::kUncontrolled: break;
  }
}

SearchResult search(std::unique_ptr<Engine> engine, const EngineFactory& fresh, Executor& executor,
                    const Limits& limits, SearchListener& listener, Counts counts) {
  return Search(std::move(engine), fresh, executor, limits, listener, counts).run();
}

}  // namespace heddle
