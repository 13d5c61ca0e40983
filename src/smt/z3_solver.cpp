#include "smt/z3_solver.h"

#include <optional>

#include "base/check.h"
#include "smt/decide.h"
#include "smt/encoding.h"

namespace heddle::smt {
namespace {

using causal::Answer;

constexpr uint64_t kSmall = 24;              // reads that are constrained
constexpr unsigned kSmallEffort = 20000000;  // in Z3's count; some ten seconds
constexpr unsigned kDifferenceLogic = 1;     // of Z3's solvers for numbers

class Z3Solver final : public causal::TraceSolver {
 public:
  explicit Z3Solver(unsigned milliseconds) : milliseconds_(milliseconds) {}

  Answer solve(const causal::TraceModel& model, const causal::Question& question) override {
    Encoding encoding(context_, model, question);
    if (!encoding.supported()) return {};
    effort_.reads += encoding.effort().reads;
    effort_.constraints += encoding.effort().constraints;
    z3::solver& solver = solver_for(encoding);
    const bool again = is_small(encoding);
    if (again) solver.push();
    solver.add(encoding.constraints());
    const causal::Possible possible = decider_.check(solver, milliseconds_);
    if (again) solver.pop();
    switch (possible) {
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
  // Small questions are put to one solver that is never made anew and watched by no clock: to set up the tactics of a logic, and a timer,
  // takes several times as long as the answer. At large ones they are quicker.
  z3::solver& solver_for(const Encoding& encoding) {
    std::optional<z3::solver>& solver = !is_small(encoding)           ? large_
                                        : encoding.only_differences() ? differences_
                                                                      : sums_;
    if (!is_small(encoding)) {
      solver.emplace(context_, encoding.only_differences() ? "QF_IDL" : "QF_LIA").set("timeout", milliseconds_);
    } else if (!solver) {
      solver.emplace(context_, z3::solver::simple()).set("rlimit", kSmallEffort);
      if (encoding.only_differences()) solver->set("smt.arith.solver", kDifferenceLogic);
    }
    return *solver;
  }
  static bool is_small(const Encoding& encoding) { return encoding.effort().reads <= kSmall; }

  causal::Effort effort_;
  unsigned milliseconds_;
  z3::context context_;  // making one takes longer than most questions
  std::optional<z3::solver> differences_, sums_, large_;
  Decider decider_;
};

}  // namespace

std::unique_ptr<causal::TraceSolver> make_z3_solver(unsigned milliseconds) {
  return std::make_unique<Z3Solver>(milliseconds);
}

}  // namespace heddle::smt
