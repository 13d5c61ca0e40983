// Which memory is known to be shared must be the same in all these runs, or picks would mean different things: a worker
// that has learned of more is replaced by one that has not. A finding of the search's first runs knows little of what is
// shared, and then every run teaches more; so first the shared places are learned, and a run is looked for that fails in
// the same way now that they are known.
#include "remote/insight.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/hash.h"
#include "explain/decisive.h"
#include "explain/order.h"
#include "explain/race_ends.h"
#include "explain/shortest.h"
#include "explain/smaller_inputs.h"
#include "remote/loaded_address.h"
#include "remote/remote_executor.h"
#include "remote/replay.h"
#include "trace/run_races.h"

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr uint64_t kShortenRuns = 20000, kDecisiveRuns = 20000;
constexpr uint64_t kInputRuns = 5000;
constexpr auto kShortenTime = 1s, kDecisiveTime = 1s, kInputTime = 1s;
constexpr uint32_t kStepsSpare = 2000;  // other schedules may be longer than the failing one, within reason
constexpr int kLearningRuns = 8;
constexpr uint64_t kSearchRuns = 500;  // for a failing run after learning

class SameSight : public Executor {
 public:
  SameSight(const CheckRequest& request, const Found& found, const std::function<void()>& meanwhile)
      : meanwhile_(meanwhile), program_(request.program), settings_(request.settings), places_(found.places),
        threads_(found.threads) {
    settings_.run_seconds = 1;
    settings_.follow = found.finding.follow;
    settings_.max_steps =
        std::min<uint32_t>(settings_.max_steps, 4 * static_cast<uint32_t>(found.picks.size()) + kStepsSpare);
  }

  // Makes random runs, and knows the shared places met in them from then on. False if there were none.
  bool learn() {
    if (executor_ == nullptr && !renew()) return false;
    Schedule schedule;
    schedule.tail = Tail::kRandom;
    schedule.discovery = true;
    for (int i = 0; i < kLearningRuns; ++i) {
      schedule.seed = mix(static_cast<uint64_t>(i));
      executor_->run(schedule);
    }
    const Channel& channel = executor_->channel();
    const size_t known = places_.size();
    places_.assign(channel.places, channel.places + std::min(channel.place_count.load(), Channel::kMaxPlaces));
    threads_ = copy_threads(channel);
    executor_.reset();
    return places_.size() > known;
  }

  const Trace& run(const Schedule& schedule) override {
    if (executor_ == nullptr && !renew()) return failed_;
    meanwhile_();
    const Trace& trace = executor_->run(schedule);
    modules_ = copy_modules(executor_->channel());
    threads_ = copy_threads(executor_->channel());
    if (!trace.visibility_grew) return trace;
    // The trace must outlive the worker it is in.
    keep(trace);
    executor_.reset();
    return kept_;
  }

  // Nothing if the worker could not do it by itself; the next run is made by another one.
  std::optional<ShortRun> shorten(const std::vector<uint16_t>& picks, const Found& found, uint64_t runs,
                                  std::chrono::milliseconds time) {
    if (executor_ == nullptr && !renew()) return std::nullopt;
    modules_ = copy_modules(executor_->channel());
    const auto here = [&](uint64_t address) {
      return address_in(modules_, loaded_address(found.run.modules, address));
    };
    const auto position = here(found.finding.position), other = here(found.finding.other_position);
    if (!position) return std::nullopt;
    Finding wanted = found.finding;
    wanted.position = *position;
    wanted.other_position = other.value_or(0);
    auto best = executor_->shorten(picks, wanted, runs, time, meanwhile_);
    if (best) threads_ = copy_threads(executor_->channel());
    else executor_.reset();
    return best;
  }

  const std::vector<LoadedModule>& modules() const { return modules_; }
  const std::vector<ThreadName>& threads() const { return threads_; }
  const std::vector<uint64_t>& places() const { return places_; }

 private:
  bool renew() {
    executor_ = std::make_unique<RemoteExecutor>(program_, settings_, places_, threads_);
    if (executor_->connect()) return true;
    executor_.reset();
    failed_.outcome = Outcome::kUnsupported;
    return false;
  }

  void keep(const Trace& trace) {
    events_.assign(trace.events.begin(), trace.events.end());
    steps_.assign(trace.steps.begin(), trace.steps.end());
    findings_.assign(trace.findings.begin(), trace.findings.end());
    pending_.assign(trace.pending.begin(), trace.pending.end());
    kept_ = trace;
    kept_.events = events_;
    kept_.steps = steps_;
    kept_.findings = findings_;
    kept_.pending = pending_;
    kept_.reason = "";
  }

  const std::function<void()>& meanwhile_;
  Program program_;
  WorkerSettings settings_;
  std::vector<uint64_t> places_;     // known to be shared as every run begins
  std::vector<ThreadName> threads_;  // grows; ids stay
  std::vector<LoadedModule> modules_;
  std::unique_ptr<RemoteExecutor> executor_;
  Trace kept_, failed_;
  std::vector<Event> events_, pending_;
  std::vector<Step> steps_;
  std::vector<Finding> findings_;
};

Budget budget_of(uint64_t runs, std::chrono::milliseconds time) {
  return Budget(runs, [until = Clock::now() + time] { return Clock::now() < until; });
}

// Is it the finding `found`? Addresses are those of `modules`.
bool is_same(const Finding& f, const std::vector<LoadedModule>& modules, const Found& found) {
  auto at_same_place = [&](uint64_t a, uint64_t b) {
    return loaded_address(modules, a) == loaded_address(found.run.modules, b);
  };
  return f.kind == found.finding.kind && at_same_place(f.position, found.finding.position) &&
         (f.kind != FindingKind::kRace || at_same_place(f.other_position, found.finding.other_position));
}

// The run of `picks` in a process of its own, if it fails as `found` does.
bool replace_run(const CheckRequest& request, const ShortRun& best, const SameSight& executor, Found& found) {
  WorkerSettings settings = request.settings;
  settings.follow = found.finding.follow;
  auto again = replay({request.program, settings, best.picks, executor.places(), executor.threads()});
  if (!again) return false;
  const bool race = found.finding.kind == FindingKind::kRace;
  for (const Finding& f : race ? races_of(again->run) : again->run.findings) {
    if (!is_same(f, again->run.modules, found)) continue;
    if (race) end_with_race(again->run, f);
    const Follow follow = found.finding.follow;
    found.finding = f;
    found.finding.follow = follow;
    found.picks = best.picks;
    found.places = executor.places();
    found.threads = executor.threads();
    found.run = std::move(again->run);
    return true;
  }
  return false;
}

std::vector<size_t> step_ends(const std::vector<Step>& steps) {
  std::vector<size_t> ends;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind == Step::kThread) ends.push_back(i + 1);
    else if (!ends.empty()) ends.back() = i + 1;
  }
  return ends;
}

void find_decisive_step(SameSight& executor, Found& found) {
  const auto ends = step_ends(found.run.steps);
  Budget budget = budget_of(kDecisiveRuns, kDecisiveTime);
  const auto decisive = decisive_pick(executor, found.picks, ends, budget);
  if (!decisive) return;
  if (decisive->picks == 0) {
    found.insight.always = true;
    return;
  }
  size_t last = decisive->picks - 1;
  while (found.run.steps[last].kind != Step::kThread) --last;
  const uint32_t event = found.run.steps[last].event;
  if (event >= found.run.events.size()) return;  // the step itself failed
  found.insight.decisive = order_that_decided(found.run.events, found.run.pending, found.finding, event);
  found.insight.decisive->proven = decisive->proven;
}

bool receives_inputs(const RunRecord& run) {
  return std::ranges::any_of(run.events, [](const Event& e) { return e.op == Op::kInput; });
}

// A failing run under what `executor` knows to be shared by now; empty if none was found.
std::vector<uint16_t> look_for_failure(Executor& executor, const SameFailure& same, Budget& budget) {
  Schedule schedule;
  schedule.tail = Tail::kStay;
  for (uint64_t i = 0; budget.take(); ++i) {
    const Trace& trace = executor.run(schedule);
    if (std::any_of(trace.findings.begin(), trace.findings.end(), same)) {
      std::vector<uint16_t> picks;
      for (const Step& step : trace.steps) picks.push_back(step.pick);
      return picks;
    }
    schedule.tail = Tail::kRandom;
    schedule.seed = mix(i);
  }
  return {};
}

}  // namespace

void gain_insight(const CheckRequest& request, Found& found, const std::function<void()>& meanwhile) {
  SameSight given(request, found, meanwhile), learned(request, found, meanwhile);
  Schedule as_found;
  as_found.prefix = found.picks;
  as_found.tail = Tail::kStay;
  const bool knew_little = given.run(as_found).visibility_grew && learned.learn();
  SameSight& executor = knew_little ? learned : given;
  const SameFailure same = [&](const Finding& f) { return is_same(f, executor.modules(), found); };
  RaceEnds race_ends(executor, same);
  const bool race = found.finding.kind == FindingKind::kRace;
  Executor& runs = race ? static_cast<Executor&>(race_ends) : executor;
  Budget budget = budget_of(kShortenRuns, kShortenTime);
  auto picks = knew_little ? budget.part(kSearchRuns, [&](Budget& part) { return look_for_failure(runs, same, part); })
                           : found.picks;
  if (receives_inputs(found.run) && !picks.empty()) {
    Budget for_inputs = budget_of(kInputRuns, kInputTime);
    picks = smaller_inputs(runs, picks, same, request.settings.sources[0] != 0, for_inputs);
  }
  auto best = executor.shorten(picks, found, kShortenRuns, kShortenTime);
  if (!best) best = shortest(executor, picks, race, same, budget);
  if (!best) return;
  if ((knew_little || best->picks != found.picks) && !replace_run(request, *best, executor, found)) return;
  found.insight.shortened = true;
  found.insight.fewest_switches = best->fewest_preemptions;
  // That two accesses are not ordered decides nothing about how the run ends.
  if (!race) find_decisive_step(executor, found);
}

}  // namespace heddle
