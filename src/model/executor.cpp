// See executor.h.
#include "model/executor.h"

namespace heddle::model {

ModelExecutor::ModelExecutor(const Program& program, const DependenceOptions& dependence, size_t max_steps)
    : source_(program), program_(flatten(program)), dependence_(dependence), max_steps_(max_steps), initial_(program_),
      machine_(program_) {}

const Trace& ModelExecutor::run(const Schedule& schedule) {
  events_.clear();
  pending_.clear();
  steps_.clear();
  findings_.clear();
  trace_ = Trace();
  machine_ = initial_;
  contents_.clear();
  machine_.keep_contents(&contents_);
  if (follows_) machine_.follow_values();
  schedule_ = &schedule;
  states_.clear();
  chooser_.start(schedule, dependence_);
  machine_.start(&events_);
  while (!machine_.over() && step()) {
  }
  if (machine_.over()) trace_.outcome = machine_.outcome();
  if (trace_.outcome == Outcome::kFinding) findings_.push_back(machine_.finding());
  machine_.pending(pending_);
  trace_.events = events_;
  trace_.states = states_;
  trace_.exact_states = true;
  trace_.steps = steps_;
  trace_.findings = findings_;
  trace_.pending = pending_;
  trace_.contents = contents_;
  if (const Follower* values = machine_.follower()) {
    followed_ = values->followed();
    followed_.resize(events_.size());
    trace_.followed = followed_;
    trace_.terms = values->terms();
    trace_.questions = values->questions();
  }
  return trace_;
}

StateHash ModelExecutor::hash() {
  words_.clear();
  machine_.state(words_, without_);
  StateHasher hasher;
  for (uint64_t word : words_) hasher.add(word);
  return hasher.value();
}

// Whether the run is to end before its next step.
bool ModelExecutor::stops_at_state(const Schedule& schedule) {
  if (schedule.loop == steps_.size() + 1) loop_state_ = hash();
  if (steps_.size() < schedule.prefix.size()) return false;
  if (schedule.loop != 0) {
    trace_.outcome = hash() == loop_state_ ? Outcome::kFinding : Outcome::kBlocked;
    if (trace_.outcome == Outcome::kFinding) machine_.go_round_for_ever(schedule.loop);
    return true;
  }
  if (schedule.watch == nullptr) return false;
  states_.push_back(hash());
  trace_.met = schedule.watch->meet(states_.back());
  if (trace_.met) trace_.outcome = Outcome::kBlocked;
  return trace_.met;
}

// One thread step and the value step that may belong to it. False: the run cannot go on; the outcome says why.
bool ModelExecutor::step() {
  const ThreadSet enabled = machine_.enabled();
  if (enabled.none()) {
    machine_.get_stuck();
    return false;
  }
  if (stops_at_state(*schedule_)) return false;
  if (steps_.size() >= max_steps_) {
    trace_.outcome = Outcome::kStepLimit;
    return false;
  }
  const int picked = chooser_.pick_thread(enabled, enabled.count());
  if (picked < 0) {
    trace_.outcome = picked == Chooser::kAllAsleep ? Outcome::kBlocked : Outcome::kDiverged;
    return false;
  }
  const auto t = static_cast<ThreadId>(picked);
  const auto event = static_cast<uint32_t>(events_.size());
  steps_.push_back({Step::kThread, 0, t, static_cast<uint16_t>(enabled.count()), event, enabled});
  int value = 0;
  if (const int count = machine_.values(t); count > 1) {
    value = chooser_.pick_value(count);
    if (value < 0) {
      trace_.outcome = Outcome::kDiverged;
      return false;
    }
    steps_.push_back({Step::kValue, 0, static_cast<uint16_t>(value), static_cast<uint16_t>(count), event, {}});
  }
  const size_t step = steps_.size() - 1 - (steps_.back().kind == Step::kValue);
  machine_.perform(t, value, &events_);
  steps_[step].marks = machine_.marks();
  if (events_.size() > event) chooser_.performed(events_[event], machine_.next());  // else it failed there
  return true;
}

}  // namespace heddle::model
