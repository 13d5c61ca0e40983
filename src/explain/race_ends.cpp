#include "explain/race_ends.h"

#include <algorithm>

namespace heddle {

const Trace& RaceEnds::run(const Schedule& schedule) {
  first_.reset();
  const Trace& trace = executor_.run(schedule);
  if (trace.visibility_grew) return trace;  // part of what synchronises is not in it
  RaceDetector detector;
  uint32_t second = 0;
  for (const Race& race : detector.look(trace.events)) {
    const Finding finding = race_finding(trace.events, race);
    if ((first_ && race.second >= second) || !same_(finding)) continue;
    first_ = race.first;
    second = race.second;
    finding_ = finding;
  }
  if (!first_) return trace;
  trace_ = trace;
  trace_.events = trace.events.first(second + 1);
  size_t steps = trace.steps.size();
  while (steps > 0 && trace.steps[steps - 1].event > second) --steps;
  trace_.steps = trace.steps.first(steps);
  trace_.findings = {&finding_, 1};
  trace_.outcome = Outcome::kFinding;
  return trace_;
}

bool bring_together(RaceEnds& executor, ShortRun& best, const SameFailure& same, Budget& budget) {
  Schedule schedule;
  schedule.tail = Tail::kStay;
  schedule.prefix = best.picks;
  if (!budget.take()) return false;
  const Trace& as_it_is = executor.run(schedule);
  if (!executor.first()) return false;
  const ThreadId thread = as_it_is.events[*executor.first()].thread;
  std::vector<uint16_t> picks;
  bool left_out = false;
  for (const Step& step : as_it_is.steps) {
    if (step.kind == Step::kThread) left_out = step.event > *executor.first() && step.pick == thread;
    if (!left_out) picks.push_back(step.pick);
  }
  schedule.prefix = picks;
  if (picks.size() == best.picks.size() || !budget.take()) return false;
  const Trace& closer = executor.run(schedule);
  const RunCost cost = cost_of(closer);
  if (!std::any_of(closer.findings.begin(), closer.findings.end(), same) || cost.switches > best.cost.switches ||
      cost.events >= best.cost.events)
    return false;
  best.cost = cost;
  best.picks.clear();
  for (const Step& step : closer.steps) best.picks.push_back(step.pick);
  return true;
}

}  // namespace heddle
