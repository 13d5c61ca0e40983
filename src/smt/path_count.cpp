// How many combinations of local paths one execution can have (--count-paths): models of the formula are gone through, and all that
// differ only by a renaming of equal threads are counted at once.
#include "smt/path_formula.h"

namespace heddle::smt {
namespace {

using causal::kNoNode;
using causal::Next;
using causal::PathQuestion;

constexpr int kMostCombinations = 20000;  // up to renaming of equal threads

class PathCount final : public PathFormula {
 public:
  using PathFormula::PathFormula;

  std::optional<uint64_t> count(z3::solver& solver) {
    if (!add_executions(solver)) return std::nullopt;
    for (NodeId e : question_.ends()) solver.add(z3::implies(reached(e, kNoNode), is_last(e)));
    // Each thread is at one of its ends, or never began; where the process ends before them, it may wait for one that did not end.
    // Of equal threads, the first have the first ones; those that have the same come to it in the order of their numbers.
    z3::expr_vector over(context_);
    for (NodeId e : question_.ends()) over.push_back(reached(e, kNoNode));
    std::vector<std::vector<z3::expr_vector>> ways;  // per group, per thread
    const std::vector<PathQuestion::Group> groups = question_.groups();
    for (const PathQuestion::Group& group : groups) {
      ways.emplace_back();
      ThreadId t_before = kMainThread;
      for (ThreadId t : group) {
        z3::expr_vector at(context_);
        z3::expr never = context_.bool_val(true);
        for (NodeId root : pool_.roots(t)) never = never && !reached(root, kNoNode);
        at.push_back(never);
        for (NodeId leaf : question_.leaves_of(t)) at.push_back(reached(leaf, kNoNode));
        for (NodeId n : question_.nodes())
          if (pool_[n].thread == t && pool_[n].next == Next::kJoin)
            at.push_back(reached(n, kNoNode) && !has_ended(static_cast<ThreadId>(pool_[n].object), kNoNode) &&
                         z3::mk_or(over));
        solver.add(z3::mk_or(at));
        if (!ways.back().empty()) {
          const z3::expr_vector& last = ways.back().back();
          if (last.size() != at.size()) return std::nullopt;
          for (unsigned i = 0; i < at.size(); ++i)
            for (unsigned j = 0; j < i; ++j) solver.add(!last[i] || !at[j]);
          const std::vector<NodeId> mine = question_.leaves_of(t), theirs = question_.leaves_of(t_before);
          for (unsigned i = 0; i < mine.size(); ++i) {
            const NodeId step = step_before(mine[i]), other = step_before(theirs[i]);
            if (step != kNoNode && other != kNoNode)
              solver.add(!last[i + 1] || !at[i + 1] || place(other) < place(step));
          }
        }
        ways.back().push_back(at);
        t_before = t;
      }
    }
    uint64_t sum = 0;
    for (int found = 0; found < kMostCombinations; ++found) {
      switch (solver.check()) {
        case z3::unsat: return sum;
        case z3::unknown: return std::nullopt;
        case z3::sat: break;
      }
      const z3::model model = solver.get_model();
      z3::expr_vector same(context_);
      uint64_t renamings = 1;  // of equal threads that give other combinations
      for (const std::vector<z3::expr_vector>& group : ways) {
        uint64_t place = 0, equal = 0;
        unsigned before = UINT32_MAX;
        for (const z3::expr_vector& at : group) {
          unsigned i = 0;
          while (!model.eval(at[i], true).is_true()) ++i;
          same.push_back(at[i]);
          equal = i == before ? equal + 1 : 1;
          before = i;
          renamings = renamings * ++place / equal;
        }
      }
      sum += renamings;
      solver.add(!z3::mk_and(same));
    }
    return std::nullopt;
  }

 private:
  z3::expr is_asked_about(NodeId) override { return context_.bool_val(false); }
};

}  // namespace

std::optional<uint64_t> count_combinations(z3::solver& solver, const PathQuestion& question) {
  return PathCount(solver.ctx(), question).count(solver);
}

}  // namespace heddle::smt
