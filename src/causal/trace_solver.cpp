#include "causal/trace_solver.h"

#include "causal/trace_state.h"

namespace heddle::causal {
namespace {

class CrossCheck final : public TraceSolver {
 public:
  CrossCheck(std::unique_ptr<TraceSolver> one, std::unique_ptr<TraceSolver> other, OnDifference on_difference)
      : one_(std::move(one)), other_(std::move(other)), on_difference_(std::move(on_difference)) {}

  Answer solve(const TraceModel& model, const Question& question) override {
    Answer a = one_->solve(model, question);
    Answer b = other_->solve(model, question);
    if (a.kind == Answer::kUnknown) return b;
    if (b.kind != Answer::kUnknown && a.kind != b.kind) on_difference_(write_question(model, question));
    return a;
  }
  Effort effort() const override { return other_->effort(); }

 private:
  std::unique_ptr<TraceSolver> one_, other_;
  OnDifference on_difference_;
};

}  // namespace

std::unique_ptr<TraceSolver> make_cross_check(std::unique_ptr<TraceSolver> one, std::unique_ptr<TraceSolver> other,
                                              OnDifference on_difference) {
  return std::make_unique<CrossCheck>(std::move(one), std::move(other), std::move(on_difference));
}

std::string write_question(const TraceModel& model, const Question& question) {
  Writer out;
  Question recorded = question;
  recorded.freedom = nullptr;
  out.put(recorded);
  model.save(out);
  return out.bytes();
}

bool read_question(std::string_view bytes, TraceModel& model, Question& question) {
  Reader in(bytes);
  question = in.get<Question>();
  question.freedom = nullptr;
  return model.load(in) && in.at_end() && question.act < model.size();
}

std::optional<std::vector<uint16_t>> schedule_of(const TraceModel& model, const Question& question,
                                                 const std::vector<ActId>& order, const std::vector<int>& woken) {
  TraceState state(model, &question);
  state.start();
  std::vector<uint16_t> schedule;
  for (ActId id : order) {
    const Act& a = model[id];
    const int t = a.thread;
    if (state.at(t) != id || !state.can_repeat(t)) return std::nullopt;
    int choice = a.op == Op::kChoose ? static_cast<int>(a.told) : 0;
    if (a.op == Op::kSignal && state.choices(t) > 1 && woken[id] >= 0) choice = state.choice_for(t, woken[id]);
    if (choice < 0) return std::nullopt;
    schedule.push_back(a.thread);
    if (state.choices(t) > 1) schedule.push_back(static_cast<uint16_t>(choice));
    state.perform(t, choice);
  }
  const Act& last = model[question.act];
  if (state.at(last.thread) != question.act || !state.can_answer(last.thread, question.answer)) return std::nullopt;
  schedule.push_back(last.thread);
  if (last.op == Op::kChoose && last.value > 1) schedule.push_back(static_cast<uint16_t>(question.answer));
  return schedule;
}

OtherSolvers& other_solvers() {
  static OtherSolvers solvers;
  return solvers;
}

}  // namespace heddle::causal
