#include "causal/trace_keep.h"

#include <array>

#include "base/hash.h"
#include "causal/pool.h"
#include "causal/trace_state.h"

namespace heddle::causal {
namespace {

constexpr ActId kMostActs = 300;  // in a longer trace, trying each act before each step takes too long

class Keeper {
 public:
  Keeper(const TraceModel& model, const Question& question)
      : model_(model), question_(question), target_(model[question.act].thread), state_(model, &question_) {}

  Kept run(const std::vector<uint16_t>& schedule) {
    state_.start();
    read(schedule);
    for (at_ = 0; at_ < steps_.size(); ++at_) {
      while (model_.size() <= kMostActs && put_one_back()) {
      }
      if (at_ + 1 < steps_.size()) perform(steps_[at_]);
    }
    write(steps_.back());
    histories_.add(target_, question_.answer);
    return {std::move(schedule_), histories_.all()};
  }

 private:
  struct Step {
    int thread, choice, choices;
  };

  // The steps of the schedule, the asked act last; how many each thread has.
  void read(const std::vector<uint16_t>& schedule) {
    const size_t mark = state_.mark();
    for (size_t i = 0; i < schedule.size(); ++i) {
      const int t = schedule[i], choices = state_.choices(t);
      const int choice = choices > 1 ? schedule[++i] : 0;
      steps_.push_back({t, choice, choices});
      ++left_[static_cast<size_t>(t)];
      if (i + 1 < schedule.size()) state_.perform(t, choice);
    }
    state_.undo(mark);
  }

  // One act of a thread that the schedule has no use for any more, if all that follows is still possible.
  bool put_one_back() {
    for (int t = 0; t < model_.threads(); ++t) {
      if (left_[static_cast<size_t>(t)] > 0 || state_.at(t) == kNoAct || state_.at(t) == model_.end(t)) continue;
      const Act& a = model_[state_.at(t)];
      if (!is_access(a.op) || a.op == Op::kFree || !state_.can_repeat(t) || state_.deviates(t)) continue;
      const size_t mark = state_.mark();
      state_.perform(t, 0);
      const bool fits = !state_.over() && rest_is_possible();
      state_.undo(mark);
      if (!fits) continue;
      perform({t, 0, 1});
      return true;
    }
    return false;
  }

  bool rest_is_possible() {
    for (size_t i = at_; i + 1 < steps_.size(); ++i) {
      const auto [t, choice, choices] = steps_[i];
      if (!state_.can_repeat(t) || state_.choices(t) != choices) return false;
      state_.perform(t, choice);
      if (state_.over()) return false;
    }
    if (state_.at(target_) != question_.act) return false;
    return question_.freed ? state_.finds_freed(target_) : state_.can_answer(target_, question_.answer);
  }

  void perform(const Step& s) {
    write(s);
    histories_.add(s.thread, told(s.thread));
    state_.perform(s.thread, s.choice);
    int& left = left_[static_cast<size_t>(s.thread)];
    left -= left > 0;
  }
  void write(const Step& s) {
    schedule_.push_back(static_cast<uint16_t>(s.thread));
    if (s.choices > 1) schedule_.push_back(static_cast<uint16_t>(s.choice));
  }

  // Who deviates is told what it reads there; where that is not known, something that only this act of these lines is told.
  std::optional<uint64_t> told(int t) {
    const Act& a = model_[state_.at(t)];
    if (!has_answer(a.op) || a.blind) return std::nullopt;
    if (!state_.deviates(t)) return a.told;
    if (const auto now = state_.tells(t)) return now;
    return mix(mix(model_.lines()), state_.at(t));
  }

  const TraceModel& model_;
  const Question question_;
  const int target_;
  TraceState state_;
  std::vector<Step> steps_;
  std::array<int, kMaxLines> left_{};  // steps of the answer that are still to come
  size_t at_ = 0;
  std::vector<uint16_t> schedule_;
  Histories histories_;
};

}  // namespace

Kept keep(const TraceModel& model, const Question& question, const std::vector<uint16_t>& schedule) {
  return Keeper(model, question).run(schedule);
}

}  // namespace heddle::causal
