#include "smt/z3_solver.h"

#include "base/check.h"
#include "smt/decide.h"
#include "smt/encoding.h"

namespace heddle::smt {
namespace {

using causal::Answer;

class Z3Solver final : public causal::TraceSolver {
 public:
  explicit Z3Solver(unsigned milliseconds) : milliseconds_(milliseconds) {}

  Answer solve(const causal::TraceModel& model, const causal::Question& question) override {
    Encoding encoding(context_, model, question);
    if (!encoding.supported()) return {};
    effort_.reads += encoding.effort().reads;
    effort_.constraints += encoding.effort().constraints;
    z3::solver solver(context_, encoding.only_differences() ? "QF_IDL" : "QF_LIA");
    solver.set("timeout", milliseconds_);
    solver.add(encoding.constraints());
    switch (decider_.check(solver, milliseconds_)) {
      case causal::Possible::kNo: return {Answer::kNo, {}};
      case causal::Possible::kUnknown: return {};
      case causal::Possible::kYes: break;
    }
    std::vector<causal::ActId> order;
    std::vector<int> woken;
    encoding.read(decider_.model(), order, woken);
    auto schedule = schedule_of(model, question, order, woken);
    CHECK(schedule && "a solution of the constraints is an order of the trace");
    return {Answer::kYes, std::move(*schedule)};
  }
  causal::Effort effort() const override { return effort_; }

 private:
  causal::Effort effort_;
  unsigned milliseconds_;
  z3::context context_;  // making one takes longer than most questions
  Decider decider_;
};

}  // namespace

std::unique_ptr<causal::TraceSolver> make_z3_solver(unsigned milliseconds) {
  return std::make_unique<Z3Solver>(milliseconds);
}

}  // namespace heddle::smt
