#include "explore/mcr_paths.h"

#include <algorithm>
#include <utility>

namespace heddle {

using causal::PathAnswer;
using causal::PathGoal;
using causal::PathQuestion;
using causal::Possible;

namespace {

constexpr uint64_t kEffortPerStep = 100;  // of Z3, in its units, for a step of a search
constexpr uint64_t kLeast = 1 << 16;      // such steps
constexpr uint64_t kEffortOfCount = 1ull << 30;
constexpr int kMostTries = 16;  // answers that are of no use, one after the other

}  // namespace

McrPaths::Answer McrPaths::ask(McrFacts& facts, const McrFacts::Goal& goal) {
  patience_ = std::max(patience_, kLeast);
  const uint64_t effort = patience_ * kEffortPerStep;
  spent_ = 0;
  patience_ *= 4;
  // It knows accesses that stand side by side, not those that nothing orders.
  if (wrong_ || goal.blocking || goal.races == causal::Races::kUnordered) return Answer::kNothing;
  PathQuestion question(facts.pool, facts.memory);
  if (!question.begin(goal.target, goal.second, goal.cells)) return Answer::kNothing;
  postponed_ = question.postponed();
  if (!solver_) solver_ = causal::path_solver()();
  spent_ = effort / kEffortPerStep;
  for (int tries = 0; tries < kMostTries; ++tries) {
    PathAnswer answer;
    const Possible possible = solver_->solve(question, effort, answer);
    if (possible == Possible::kNo) return Answer::kClosed;
    if (possible == Possible::kUnknown) return Answer::kNothing;
    const PathGoal& found = question.goals()[answer.goal];
    uint64_t told = 0;
    const auto schedule = question.follow(answer, told);
    if (!schedule) {
      wrong_ = true;
      return Answer::kNothing;
    }
    asked_ = question.asked_by(found, told);
    if (found.kind == PathGoal::kTold && facts.memory.refused.contains(asked_)) {
      question.exclude(answer.goal, told);
      continue;
    }
    race_ = 0;
    if (found.kind == PathGoal::kMeets)
      race_ = causal::race_of(facts.pool[found.node].position, facts.pool[found.other].position);
    swapped_ = false;
    schedule_ = *schedule;
    patience_ = after_;
    return Answer::kRun;
  }
  return Answer::kNothing;
}

std::optional<uint64_t> McrPaths::count(const McrFacts& facts) {
  if (!causal::path_solver()) return std::nullopt;
  PathQuestion question(facts.pool, facts.memory);
  if (!question.begin_all()) return std::nullopt;
  return causal::path_solver()()->count(question, kEffortOfCount);
}

bool McrPaths::learned(McrFacts& facts, bool finding, bool grew) {
  if (race_ != 0) {
    if (!facts.memory.races.contains(race_) &&
        !std::exchange(swapped_, true)) {  // the process may have ended with the first
      std::swap(schedule_[schedule_.size() - 1], schedule_[schedule_.size() - 2]);
      return true;
    }
    facts.memory.races.insert(race_);
    return false;
  }
  if (grew) return false;
  if (finding) facts.memory.refused.insert(asked_);
  else wrong_ = true;  // the run did not show what was asked for
  return false;
}

}  // namespace heddle
