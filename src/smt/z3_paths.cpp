#include "smt/z3_paths.h"

#include <algorithm>

#include "smt/decide.h"
#include "smt/interrupt.h"
#include "smt/path_formula.h"

namespace heddle::smt {
namespace {

using causal::kNoNode;
using causal::Next;
using causal::PathAnswer;
using causal::PathGoal;
using causal::PathQuestion;
using causal::Possible;

// Some goal of the question is reached.
class GoalFormula final : public PathFormula {
 public:
  using PathFormula::PathFormula;

  // False: it would be too large.
  bool build(z3::solver& solver) {
    if (!add_executions(solver)) return false;
    for (NodeId e : question_.ends()) solver.add(!reached(e, kNoNode));
    for (const std::vector<NodeId>& chain : question_.ordered())
      for (size_t k = 1; k < chain.size(); ++k)
        solver.add(z3::implies(done(chain[k]), done(chain[k - 1]) && place(chain[k - 1]) < place(chain[k])));
    z3::expr_vector some(context_);
    for (size_t g = 0; g < question_.goals().size(); ++g) {
      const z3::expr chosen = is_goal(g);
      solver.add(z3::implies(chosen, comes_to(question_.goals()[g])));
      some.push_back(chosen);
    }
    solver.add(z3::mk_or(some));
    solver.add(z3::atmost(some, 1));
    return true;
  }

  void read(const z3::model& model, PathAnswer& answer) {
    while (!model.eval(is_goal(answer.goal), true).is_true()) ++answer.goal;
    const PathGoal& goal = question_.goals()[answer.goal];
    const bool last = ends_with_step(goal);
    read_order(model, [&](NodeId, int64_t at) { return !last || at < place_in(model, goal.node); }, answer);
  }

 private:
  z3::expr is_goal(size_t g) { return context_.bool_const(name('g', static_cast<NodeId>(g)).c_str()); }

  z3::expr is_asked_about(NodeId step) override {
    z3::expr_vector ways(context_);
    for (size_t g = 0; g < question_.goals().size(); ++g)
      if (question_.goals()[g].node == step && ends_with_step(question_.goals()[g])) ways.push_back(is_goal(g));
    return z3::mk_or(ways);
  }

  // The goal is about a step that would be performed.
  bool ends_with_step(const PathGoal& goal) const {
    return goal.kind != PathGoal::kMeets && pool_[goal.node].next == Next::kEvent && question_.is_step(goal.node);
  }

  z3::expr comes_to(const PathGoal& goal) {
    z3::expr_vector all(context_);
    if (ends_with_step(goal)) all.push_back(done(goal.node));
    else all.push_back(reached(goal.node, kNoNode));
    if (goal.kind == PathGoal::kTold)
      for (uint64_t known : goal.known) all.push_back(!is_told(goal.node, known));
    if (goal.kind == PathGoal::kMeets) {
      all.push_back(reached(goal.other, kNoNode));
      for (NodeId n : {goal.node, goal.other})
        if (question_.is_step(n)) all.push_back(!done(n));
        else
          for (NodeId s : question_.steps())
            if (s > n && is_before(n, s)) all.push_back(!done(s));
    }
    return z3::mk_and(all);
  }
};

class Z3Paths final : public causal::PathSolver {
 public:
  // Where Z3 gives up with an exception, nothing is known.
  Possible solve(const PathQuestion& question, uint64_t effort, PathAnswer& answer) override {
    answer = {};
    if (question.goals().empty()) return Possible::kNo;
    try {
      return ask(question, effort, answer);
    } catch (const z3::exception&) {
      return Possible::kUnknown;
    }
  }

  std::optional<uint64_t> count(const PathQuestion& question, uint64_t effort) override {
    try {
      z3::solver solver(context_);
      limit(solver, effort);
      return count_combinations(solver, question);
    } catch (const z3::exception&) {
      return std::nullopt;
    }
  }

  Possible solve_prefix(const PathQuestion& question, uint64_t effort, PathAnswer& answer,
                        std::vector<ThreadSet>* cores) override {
    answer = {};
    try {
      z3::solver solver(context_);
      limit(solver, effort);
      return smt::solve_prefix(solver, question, answer, cores);
    } catch (const z3::exception&) {
      return Possible::kUnknown;
    }
  }

 private:
  void limit(z3::solver& solver, uint64_t effort) {
    z3::params params(context_);
    params.set("rlimit", static_cast<unsigned>(std::min<uint64_t>(effort, UINT32_MAX / 2)));
    solver.set(params);
  }

  Possible ask(const PathQuestion& question, uint64_t effort, PathAnswer& answer) {
    z3::solver solver(context_);
    limit(solver, effort);
    GoalFormula formula(context_, question);
    if (!formula.build(solver)) return Possible::kUnknown;
    if (const Possible decided = decider_.check(solver); decided != Possible::kYes) return decided;
    formula.read(decider_.model(), answer);
    return Possible::kYes;
  }

  Interruptible z3_;
  z3::context& context_ = z3_.context();
  Decider decider_;
};

}  // namespace

std::unique_ptr<causal::PathSolver> make_z3_paths() { return std::make_unique<Z3Paths>(); }

}  // namespace heddle::smt
