// Maximal causality reduction as it was published (Huang, PLDI 2015): from each run, one at a time, schedules are derived
// in which a read returns another value that the same run wrote; each local history is asked for once.
//
// What needs behaviour of two different runs is missed, so running out of questions proves nothing; that is why `mcr` keeps
// a pool of what all runs taught. Deadlocks are met only by chance: nothing is reordered for a lock's own sake. The engine
// is here for comparison, and for the solvers: `--solver` says who answers.
#include <deque>
#include <unordered_set>

#include "base/check.h"
#include "explore/engines.h"
#include "explore/trace_facts.h"
#include "explore/trace_questions.h"
#include "facts/current.h"

namespace heddle {
namespace {

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
      : dependence_(options.static_dependence), solver_(make_solver(options.solver)), facts_(facts::current) {}

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

  bool ask(Work& work) {
    causal::Question question;
    while (!open_.empty()) {
      TraceQuestions& newest = open_.back();
      if (!newest.next(question)) {
        acts_ -= newest.model().size();
        left_out_ += newest.left_out();
        open_.pop_back();
        continue;
      }
      const uint64_t key = newest.key(question);
      if (known_.contains(key)) continue;
      ++questions_;
      question.freedom = newest.freedom();
      question.keeps_history = dependence_ == StaticDependence::kS_plus;
      const uint64_t begin = clock_of_solvers != nullptr ? clock_of_solvers() : 0;
      causal::Answer answer = solver_->solve(newest.model(), question);
      if (clock_of_solvers != nullptr) work.effort.nanoseconds += clock_of_solvers() - begin;
      unanswered_ += answer.kind == causal::Answer::kUnknown;
      newest.answered(question, answer.kind == causal::Answer::kYes);
      if (answer.kind != causal::Answer::kYes) continue;
      known_.insert(key);
      work.schedule.prefix = std::move(answer.schedule);
      work.tentative = question.freedom != nullptr;  // facts are about code that has them
      const causal::Act& act = newest.model()[question.act];
      target_ = {act.thread, question.act - newest.model().first(act.thread), act.op, question.answer};
      return true;
    }
    return false;
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
    acts_ += model.size();
    open_.emplace_back(std::move(model));
    if (dependence_ != StaticDependence::kNone) open_.back().give(facts_.freedom_of(open_.back().model()));
    while (acts_ > kMostActs && open_.size() > 1) {
      acts_ -= open_.front().model().size();
      open_.pop_front();
      ++dropped_;
    }
  }

  bool exhaustive() const override { return false; }
  bool builds_on_runs() const override { return true; }

  void save(Writer& out) const override {
    out.put<uint8_t>(started_);
    out.put(std::vector<uint64_t>(known_.begin(), known_.end()));
    for (uint64_t n : {questions_, unanswered_, left_out_, refused_, dropped_, static_cast<uint64_t>(open_.size())})
      out.put(n);
    for (const TraceQuestions& q : open_) q.save(out);
  }

  bool load(Reader& in) override {
    started_ = in.get<uint8_t>();
    for (uint64_t key : in.get_vector<uint64_t>()) known_.insert(key);
    for (uint64_t* n : {&questions_, &unanswered_, &left_out_, &refused_, &dropped_}) *n = in.get<uint64_t>();
    for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) {
      open_.emplace_back();
      if (!open_.back().load(in)) return false;
      if (dependence_ != StaticDependence::kNone) open_.back().give(facts_.freedom_of(open_.back().model()));
      acts_ += open_.back().model().size();
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
    if (missed_ > 0) words += ", " + std::to_string(missed_) + " schedules that did not lead where they should";
    if (dropped_ > 0) words += ", " + std::to_string(dropped_) + " traces put aside";
    if (refused_ > 0) words += ", nothing from " + std::to_string(refused_) + " traces: " + why_;
    return words;
  }

 private:
  StaticDependence dependence_;
  std::unique_ptr<causal::TraceSolver> solver_;
  TraceFacts facts_;
  std::deque<TraceQuestions> open_;     // traces with questions left; the newest, which is asked about, last
  std::unordered_set<uint64_t> known_;  // local histories that a run showed, or was made to show
  uint64_t questions_ = 0, unanswered_ = 0, left_out_ = 0;
  uint64_t refused_ = 0, dropped_ = 0;  // traces that the model does not fit; that were too many
  size_t acts_ = 0;                     // in open_
  std::string why_;                     // of the last refused trace
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
