// PathFormula: executions of what a pool knows, as one formula with an order (causal/path_question.h). Who derives from it adds what is
// asked about them: goals (z3_paths.cpp), all combinations of local paths (path_count.cpp), a path prefix (path_prefix.cpp).
//
// Each step is done or not, has a place in the order, and if it reads, a value. A step that is done has all before it on
// its path done; a read sees the last write before it; sections of a lock exclude each other.
#pragma once
#include <z3++.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "causal/path_question.h"

namespace heddle::smt {

class PathFormula {
 public:
  PathFormula(z3::context& context, const causal::PathQuestion& question)
      : context_(context), question_(question), pool_(question.pool()) {}
  virtual ~PathFormula() = default;

 protected:
  using NodeId = causal::NodeId;

  // False: it would be too large.
  bool add_executions(z3::solver& solver);
  // What comes of this step no run has shown, and need not: it comes last on its path.
  virtual z3::expr is_asked_about(NodeId step) = 0;

  static std::string name(char what, NodeId n) { return what + std::to_string(n); }
  z3::expr done(NodeId s) { return context_.bool_const(name('d', s).c_str()); }
  z3::expr place(NodeId s) { return context_.int_const(name('o', s).c_str()); }
  // What is read, or received, at the node.
  z3::expr value(NodeId n);
  z3::expr number(uint64_t v, unsigned bits);
  // Its thread comes to stand at the node, before step `by` if that is one.
  z3::expr reached(NodeId id, NodeId by);
  z3::expr has_ended(ThreadId t, NodeId by);
  // What the node tells its thread is `key`.
  z3::expr is_told(NodeId id, uint64_t key);
  // The process ends at this node: whatever others do comes before the last step that leads there.
  z3::expr is_last(NodeId end);
  // The last step of its thread before it stands there.
  NodeId step_before(NodeId n) const;
  // They belong to one local path of their thread.
  bool is_before(NodeId a, NodeId b) const;
  // The steps that are done and of which `before` holds, in their order, and what inputs are.
  template <class F>
  void read_order(const z3::model& model, F&& before, causal::PathAnswer& answer) {
    std::vector<std::pair<int64_t, NodeId>> order;
    for (NodeId s : question_.steps())
      if (model.eval(done(s), true).is_true()) {
        const int64_t at = place_in(model, s);
        if (before(s, at)) order.emplace_back(at, s);
      }
    std::ranges::sort(order);
    for (const auto& [place, s] : order) answer.steps.push_back(s);
    for (NodeId n : question_.nodes())
      if (receives(pool_[n])) answer.inputs.emplace_back(n, model.eval(value(n), true).get_numeral_uint64());
  }
  int64_t place_in(const z3::model& model, NodeId s) { return model.eval(place(s), true).get_numeral_int64(); }

  z3::context& context_;
  const causal::PathQuestion& question_;
  const causal::Pool& pool_;

 private:
  z3::expr term(NodeId n, TermId id);
  z3::expr exchanges(NodeId n);
  z3::expr written(NodeId id);
  z3::expr leads_on(NodeId s);
  bool sort_out();
  bool exclude_each_other(NodeId a, NodeId b) const;
  void add_field(z3::solver& solver, const std::vector<NodeId>& steps);
  void add_locks(z3::solver& solver);

  struct Hash {
    size_t operator()(const std::pair<causal::CellId, uint64_t>& f) const { return f.first * 31 + f.second; }
  };
  std::unordered_map<std::pair<causal::CellId, uint64_t>, std::vector<NodeId>, Hash> fields_;
};

// How many combinations of local paths there are, of a question after `begin_all`. May throw what Z3 throws.
std::optional<uint64_t> count_combinations(z3::solver& solver, const causal::PathQuestion& question);
// As PathSolver::solve_prefix, likewise.
causal::Possible solve_prefix(z3::solver& solver, const causal::PathQuestion& question, causal::PathAnswer& answer,
                              std::vector<ThreadSet>* cores);

}  // namespace heddle::smt
