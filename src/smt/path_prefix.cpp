// Is there an execution with this path prefix? And if not: which threads' parts of it contradict each other?
//
// Order and data consistency are demanded of everybody; what is demanded of one thread's path is an assumption of its own, so that an
// unsatisfiable core of Z3 is a set of threads. A core is made minimal by leaving out one thread after the other; others are found
// by leaving out one of its threads for good (a hitting-set tree, Reiter 1987).
#include <algorithm>

#include "smt/path_formula.h"

namespace heddle::smt {
namespace {

using causal::kNoNode;
using causal::Next;
using causal::PathAnswer;
using causal::PathMark;
using causal::PathQuestion;
using causal::Possible;

constexpr size_t kMostCores = 8;
constexpr size_t kMostTries = 64;  // sets of threads that are asked about to find them

class PrefixFormula final : public PathFormula {
 public:
  using PathFormula::PathFormula;

  bool build(z3::solver& solver) {
    if (!add_executions(solver)) return false;
    for (NodeId e : question_.ends()) solver.add(z3::implies(reached(e, kNoNode), is_last(e)));
    for (size_t t = 0; t < question_.marks().size(); ++t)
      if (question_.marks()[t].at != kNoNode)
        solver.add(z3::implies(demanded(static_cast<ThreadId>(t)), comes_to(question_.marks()[t])));
    return true;
  }

  // What is demanded of the thread.
  z3::expr demanded(ThreadId t) { return context_.bool_const(name('t', t).c_str()); }

  z3::expr_vector demands_of(const ThreadSet& threads) {
    z3::expr_vector all(context_);
    threads.for_each([&](ThreadId t) { all.push_back(demanded(t)); });
    return all;
  }

  void read(const z3::model& model, PathAnswer& answer) {
    read_order(model, [](NodeId, int64_t) { return true; }, answer);
  }

 private:
  // The last thing that its mark says of it is what this step tells it.
  bool is_last_of(const PathMark& mark, NodeId step) const { return mark.differs && mark.at == step; }

  z3::expr is_asked_about(NodeId step) override {
    return context_.bool_val(is_last_of(question_.marks()[pool_[step].thread], step));
  }

  z3::expr comes_to(const PathMark& mark) {
    z3::expr_vector all(context_);
    if (question_.is_step(mark.at) && mark.differs) all.push_back(done(mark.at));
    else all.push_back(reached(mark.at, kNoNode));
    if (mark.differs)
      for (uint64_t known : mark.known) all.push_back(!is_told(mark.at, known));
    return z3::mk_and(all);
  }
};

class Cores {
 public:
  Cores(z3::solver& solver, PrefixFormula& formula) : solver_(solver), formula_(formula) {}

  std::vector<ThreadSet> find(const ThreadSet& all) {
    search(all);
    std::ranges::stable_sort(found_, std::ranges::greater(), [](const ThreadSet& s) { return s.count(); });
    return std::move(found_);
  }

 private:
  // Of these threads. Nothing: they can all have their part.
  std::optional<ThreadSet> core_of(const ThreadSet& threads) {
    if (++tries_ > kMostTries) return std::nullopt;
    z3::expr_vector demands = formula_.demands_of(threads);
    if (solver_.check(demands) != z3::unsat) return std::nullopt;
    const z3::expr_vector core = solver_.unsat_core();
    ThreadSet found;
    threads.for_each([&](ThreadId t) {
      for (unsigned i = 0; i < core.size(); ++i)
        if (z3::eq(core[i], formula_.demanded(t))) found.set(t);
    });
    return found;
  }

  ThreadSet minimal(ThreadSet core) {
    const ThreadSet first = core;
    first.for_each([&](ThreadId t) {
      if (!core.test(t)) return;
      ThreadSet less = core;
      less.reset(t);
      if (const auto smaller = core_of(less)) core = *smaller;
    });
    return core;
  }

  void search(const ThreadSet& threads) {
    if (found_.size() == kMostCores) return;
    const auto core = core_of(threads);
    if (!core) return;
    const ThreadSet least = minimal(*core);
    if (std::ranges::find(found_, least) == found_.end()) found_.push_back(least);
    least.for_each([&](ThreadId t) {
      ThreadSet rest = threads;
      rest.reset(t);
      search(rest);
    });
  }

  z3::solver& solver_;
  PrefixFormula& formula_;
  std::vector<ThreadSet> found_;
  size_t tries_ = 0;
};

}  // namespace

Possible solve_prefix(z3::solver& solver, const PathQuestion& question, PathAnswer& answer,
                      std::vector<ThreadSet>* cores) {
  PrefixFormula formula(solver.ctx(), question);
  if (!formula.build(solver)) return Possible::kUnknown;
  ThreadSet all;
  for (size_t t = 0; t < question.marks().size(); ++t)
    if (question.marks()[t].at != kNoNode) all.set(static_cast<ThreadId>(t));
  z3::expr_vector demands = formula.demands_of(all);
  switch (solver.check(demands)) {
    case z3::unknown: return Possible::kUnknown;
    case z3::unsat:
      if (cores != nullptr) *cores = Cores(solver, formula).find(all);
      return Possible::kNo;
    case z3::sat: break;
  }
  formula.read(solver.get_model(), answer);
  return Possible::kYes;
}

}  // namespace heddle::smt
