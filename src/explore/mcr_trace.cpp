// Maximal causality reduction as it was published (Huang, PLDI 2015): from each run, one at a time, schedules are derived
// in which a read returns another value that the same run wrote; each local history is asked for once, and then again where the
// other threads have done something else by then (causal/trace_keep.h). Of traces with the same acts in different orders one is asked
// about: the others would be asked the same, and answer the same.
//
// What needs behaviour of two different runs is missed, so running out of questions proves nothing; that is why `mcr` keeps
// a pool of what all runs taught. Deadlocks are met only by chance: nothing is reordered for a lock's own sake. The engine
// is here for comparison, and for the solvers: `--solver` says who answers.
#include <deque>
#include <unordered_set>

#include "base/check.h"
#include "causal/trace_keep.h"
#include "explore/engines.h"
#include "explore/trace_facts.h"
#include "explore/trace_questions.h"
#include "facts/current.h"

namespace heddle {
namespace {

constexpr int kQuestionsAtOnce = 64;   // without a yes; then somebody may look at the time
constexpr size_t kShortTrace = 2000;   // acts; of longer ones not everything is remembered that they show
constexpr size_t kMostActs = 4000000;  // in all open traces together; beyond, the oldest is dropped

uint64_t (*clock_of_solvers)() = nullptr;

std::unique_ptr<causal::TraceSolver> make_solver(Solver which) {
  if (which == Solver::kNative) return causal::make_native_solver();
  const causal::OtherSolvers& others = causal::other_solvers();
  CHECK(others.reference && "the solver was loaded");
  if (which == Solver::kZ3) return others.reference();
  return causal::make_cross_check(causal::make_native_solver(), others.reference(), others.on_difference);
}

class McrTrace final : public Engine {
 public:
  explicit McrTrace(const EngineOptions& options)
      : dependence_(options.static_dependence), only_reached_(options.solver == Solver::kZ3),
        solver_(make_solver(options.solver)), facts_(facts::current) {}

  bool next(Work& work) override {
    work.schedule = Schedule();
    work.schedule.tail = Tail::kFair;
    if (!started_) return true;
    const causal::Effort before = solver_->effort();
    const bool found = ask(work);
    work.effort.reads = solver_->effort().reads - before.reads;
    work.effort.constraints = solver_->effort().constraints - before.constraints;
    return found;
  }

  // Histories that no run was made for come first. When there are none left, the same histories again from other traces: what
  // the other threads have done by then may be new, and what follows from both together.
  bool ask(Work& work) {
    causal::Question question;
    int left = kQuestionsAtOnce;
    work.pause = false;
    while (!open_.empty()) {
      if (left == 0) return work.pause = true;
      if (!open_.back().next(question)) {
        left_out_ += open_.back().left_out();
        done_.push_back(std::move(open_.back()));
        open_.pop_back();
        continue;
      }
      if (known_.contains(open_.back().key(question))) {
        open_.back().put_off(question);
        continue;
      }
      --left;
      if (answers(open_.back(), question, work)) return true;
    }
    while (!done_.empty()) {
      if (left == 0) return work.pause = true;
      if (!done_.back().next_put_off(question)) {
        acts_ -= done_.back().model().size();
        done_.pop_back();
        continue;
      }
      --left;
      if (answers(done_.back(), question, work)) return true;
    }
    return false;
  }

  // Is there a schedule that answers the question and shows something new?
  bool answers(TraceQuestions& trace, causal::Question& question, Work& work) {
    const causal::TraceModel& model = trace.model();
    ++questions_;
    question.freedom = trace.freedom();
    question.only_reached = only_reached_;
    question.keeps_history = dependence_ == StaticDependence::kS_plus;
    const uint64_t begin = clock_of_solvers != nullptr ? clock_of_solvers() : 0;
    const causal::Answer answer = solver_->solve(model, question);
    if (clock_of_solvers != nullptr) work.effort.nanoseconds += clock_of_solvers() - begin;
    unanswered_ += answer.kind == causal::Answer::kUnknown;
    trace.answered(question, answer.kind == causal::Answer::kYes);
    if (answer.kind != causal::Answer::kYes) return false;
    causal::Kept kept = causal::keep(model, question, answer.schedule);
    known_.insert(trace.key(question));
    if (!shown_.insert(kept.histories).second) return false;
    work.schedule.prefix = std::move(kept.schedule);
    work.tentative = question.freedom != nullptr;  // facts are about code that has them
    const causal::Act& act = model[question.act];
    target_ = {act.thread, question.act - model.first(act.thread), act.op, question.answer};
    return true;
  }

  void observe(const Work&, const Trace& trace) override {
    started_ = true;
    causal::TraceModel model(trace);
    if (!model.problem().empty()) {
      ++refused_;
      why_ = model.problem();
      return;
    }
    missed_ += target_.wanted() && !target_.is_met(model);
    target_ = {};
    note_shown(model);
    const uint64_t lines = model.lines();
    if (!met_.insert(lines).second) {
      ++alike_;
      return;
    }
    acts_ += model.size();
    open_.emplace_back(std::move(model));
    if (dependence_ != StaticDependence::kNone) open_.back().give(facts_.freedom_of(open_.back().model()));
    while (acts_ > kMostActs && open_.size() + done_.size() > 1) {
      std::deque<TraceQuestions>& from = done_.empty() ? open_ : done_;
      acts_ -= from.front().model().size();
      met_.erase(from.front().model().lines());
      from.pop_front();
      ++dropped_;
    }
  }

  // What all threads together were told at each time of the run.
  void note_shown(const causal::TraceModel& model) {
    if (model.size() > kShortTrace) return;
    causal::Histories histories;
    for (causal::ActId id : model.order()) {
      causal::add(histories, model[id]);
      if (has_answer(model[id].op)) shown_.insert(histories.all());
    }
  }

  bool exhaustive() const override { return false; }
  bool builds_on_runs() const override { return true; }

  void save(Writer& out) const override {
    out.put<uint8_t>(started_);
    for (const auto* keys : {&known_, &shown_, &met_}) out.put(std::vector<uint64_t>(keys->begin(), keys->end()));
    for (uint64_t n : {questions_, unanswered_, left_out_, refused_, dropped_, alike_}) out.put(n);
    for (const std::deque<TraceQuestions>* traces : {&open_, &done_}) {
      out.put<uint64_t>(traces->size());
      for (const TraceQuestions& q : *traces) q.save(out);
    }
  }

  bool load(Reader& in) override {
    started_ = in.get<uint8_t>();
    for (auto* keys : {&known_, &shown_, &met_})
      for (uint64_t key : in.get_vector<uint64_t>()) keys->insert(key);
    for (uint64_t* n : {&questions_, &unanswered_, &left_out_, &refused_, &dropped_, &alike_}) *n = in.get<uint64_t>();
    for (std::deque<TraceQuestions>* traces : {&open_, &done_})
      for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) {
        TraceQuestions& q = traces->emplace_back();
        if (!q.load(in)) return false;
        if (dependence_ != StaticDependence::kNone) q.give(facts_.freedom_of(q.model()));
        acts_ += q.model().size();
      }
    return in.ok();
  }

  // What one engine knows, another would ask again.
  bool split(Writer&) override { return false; }

  std::string progress() const override {
    std::string words = "one trace at a time, which proves nothing; " + std::to_string(known_.size()) + " histories, " +
                        std::to_string(questions_) + " questions";
    if (unanswered_ > 0) words += ", " + std::to_string(unanswered_) + " too hard";
    if (left_out_ > 0) words += ", " + std::to_string(left_out_) + " not asked";
    if (alike_ > 0) words += ", " + std::to_string(alike_) + " traces that were like others";
    if (missed_ > 0) words += ", " + std::to_string(missed_) + " schedules that did not lead where they should";
    if (dropped_ > 0) words += ", " + std::to_string(dropped_) + " traces put aside";
    if (refused_ > 0) words += ", nothing from " + std::to_string(refused_) + " traces: " + why_;
    return words;
  }

 private:
  StaticDependence dependence_;
  bool only_reached_;  // see causal::Question
  std::unique_ptr<causal::TraceSolver> solver_;
  TraceFacts facts_;
  std::deque<TraceQuestions> open_;     // traces with questions left; the newest, which is asked about, last
  std::deque<TraceQuestions> done_;     // traces with questions that were put off
  std::unordered_set<uint64_t> known_;  // local histories that were asked for, and a run shows
  std::unordered_set<uint64_t>
      shown_;  // histories of all threads together (trace_keep.h) that a run showed, or was made to
  std::unordered_set<uint64_t> met_;  // traces that were or will be asked about (TraceModel::lines)
  uint64_t questions_ = 0, unanswered_ = 0, left_out_ = 0;
  uint64_t refused_ = 0, dropped_ = 0, alike_ = 0;  // traces that the model does not fit; that were too many; see met_
  size_t acts_ = 0;                                 // in open_ and done_
  std::string why_;                                 // of the last refused trace
  // What the run that is being made is to show: the act at this place in the line of its thread is told this.
  struct Target {
    ThreadId thread = 0;
    causal::ActId at = causal::kNoAct;
    Op op = Op::kRead;
    uint64_t answer = 0;

    bool wanted() const { return at != causal::kNoAct; }
    bool is_met(const causal::TraceModel& model) const {
      const int t = static_cast<int>(thread);
      if (t >= model.threads() || model.first(t) + at >= model.end(t)) return false;
      const causal::Act& act = model[model.first(t) + at];
      return act.op == op && !act.pending && act.told == answer;
    }
  } target_;
  uint64_t missed_ = 0;
  bool started_ = false;  // the first run was made
};

}  // namespace

void measure_solvers(uint64_t (*clock)()) { clock_of_solvers = clock; }

std::unique_ptr<Engine> make_mcr_trace(const EngineOptions& options) { return std::make_unique<McrTrace>(options); }

}  // namespace heddle
