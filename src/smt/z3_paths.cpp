#include "smt/z3_paths.h"

#include <algorithm>
#include <bit>
#include <string>
#include <unordered_map>

#include "smt/decide.h"
#include "smt/interrupt.h"
#include "smt/z3_terms.h"

namespace heddle::smt {
namespace {

using causal::Edge;
using causal::kNoNode;
using causal::Next;
using causal::Node;
using causal::NodeId;
using causal::PathAnswer;
using causal::PathGoal;
using causal::PathQuestion;
using causal::Pool;
using causal::Possible;

constexpr int kMostCombinations = 20000;  // up to renaming of equal threads
constexpr size_t kMostTriples = 400000;   // of a read, a write, and another write that may come between them

class PathFormula {
 public:
  PathFormula(z3::context& context, const PathQuestion& question)
      : context_(context), question_(question), pool_(question.pool()) {}

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

  // How many combinations of local paths there are.
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

  void read(const z3::model& model, PathAnswer& answer) {
    const auto holds = [&](const z3::expr& e) { return model.eval(e, true).is_true(); };
    while (!holds(is_goal(answer.goal))) ++answer.goal;
    const PathGoal& goal = question_.goals()[answer.goal];
    const auto at = [&](NodeId s) { return model.eval(place(s), true).get_numeral_int64(); };
    std::vector<std::pair<int64_t, NodeId>> order;
    const bool last = ends_with_step(goal);
    for (NodeId s : question_.steps())
      if (holds(done(s)) && !(last && at(s) >= at(goal.node))) order.emplace_back(at(s), s);
    std::ranges::sort(order);
    for (const auto& [place, s] : order) answer.steps.push_back(s);
    for (NodeId n : question_.nodes())
      if (receives(pool_[n])) answer.inputs.emplace_back(n, model.eval(value(n), true).get_numeral_uint64());
  }

 private:
  bool add_executions(z3::solver& solver) {
    if (!sort_out()) return false;
    for (NodeId s : question_.steps()) solver.add(z3::implies(done(s), reached(s, s) && leads_on(s)));
    for (const auto& [field, steps] : fields_) add_field(solver, steps);
    add_locks(solver);
    return true;
  }

  // The last step of its thread before it stands there.
  NodeId step_before(NodeId n) const {
    do {
      n = pool_[n].parent;
    } while (n != kNoNode && !question_.is_step(n));
    return n;
  }

  // The process ends at this node: whatever others do comes before the last step that leads there.
  z3::expr is_last(NodeId end) {
    const NodeId step = step_before(end);
    z3::expr_vector all(context_);
    for (NodeId s : question_.steps()) {
      if (pool_[s].thread == pool_[end].thread) continue;
      all.push_back(step == kNoNode ? !done(s) : !done(s) || place(s) < place(step));
    }
    return z3::mk_and(all);
  }

  static std::string name(char what, NodeId n) { return what + std::to_string(n); }
  z3::expr done(NodeId s) { return context_.bool_const(name('d', s).c_str()); }
  z3::expr place(NodeId s) { return context_.int_const(name('o', s).c_str()); }
  z3::expr is_goal(size_t g) { return context_.bool_const(name('g', static_cast<NodeId>(g)).c_str()); }
  static unsigned width(const Node& n) { return receives(n) ? n.length : static_cast<unsigned>(std::popcount(n.mask)); }
  // What is read, or received, at the node.
  z3::expr value(NodeId n) { return context_.bv_const(name('v', n).c_str(), width(pool_[n])); }
  z3::expr number(uint64_t v, unsigned bits) { return context_.bv_val(v & word_mask(static_cast<int>(bits)), bits); }

  z3::expr term(NodeId n, TermId id) {
    Terms terms(context_, pool_.terms(), [&](const Term& t) {
      const NodeId from = question_.filled_at(n, t.value);
      return from == kNoNode ? number(0, t.width) : Terms::resize(value(from), t.width);
    });
    return terms.of(id);
  }

  z3::expr exchanges(NodeId n) {
    const z3::expr expected = term(n, pool_.terms()[pool_[n].term].a);
    return Terms::resize(expected, width(pool_[n])) == value(n);
  }

  // What an access leaves in its field.
  z3::expr written(NodeId id) {
    const Node& n = pool_[id];
    const unsigned bits = width(n);
    if (n.op == Op::kRmw && compares(n) && n.fills) {
      const z3::expr desired = Terms::resize(term(id, pool_.terms()[n.term].b), bits);
      return z3::ite(exchanges(id), desired, value(id));
    }
    if (n.op == Op::kRmw && n.blind) return value(id) + number(n.value, bits);
    if (n.op == Op::kRmw && !n.fills) {
      z3::expr result = value(id);
      pool_.for_each_edge(id, [&](const Edge& e) {
        if (!e.failed) result = z3::ite(value(id) == number(e.key, bits), number(e.written, bits), result);
      });
      return result;
    }
    return n.term == kNoTerm ? number(n.value, bits) : Terms::resize(term(id, n.term), bits);
  }

  // What the node tells its thread is `key`.
  z3::expr is_told(NodeId id, uint64_t key) {
    const Node& n = pool_[id];
    if (n.next == Next::kAsk) {
      const z3::expr asked = term(id, n.term);
      return asked == number(key, asked.get_sort().bv_size());
    }
    if (n.op == Op::kUnlock) return context_.bool_val(key == 0);
    if (n.fills) return key == 0 ? exchanges(id) : !exchanges(id);
    return value(id) == number(key, width(n));
  }

  // Its thread comes to stand at the node, before step `by` if that is one.
  z3::expr reached(NodeId id, NodeId by) {
    const Node& n = pool_[id];
    z3::expr_vector all(context_);
    if (n.parent == kNoNode) {
      if (n.thread == kMainThread) return context_.bool_val(true);
      z3::expr_vector ways(context_);
      for (NodeId c : question_.creations_of(id)) ways.push_back(reached(c, by));
      return z3::mk_or(ways);
    }
    const NodeId from = n.parent;
    const Node& p = pool_[from];
    if (question_.is_step(from)) {
      all.push_back(done(from));
      if (by != kNoNode) all.push_back(place(from) < place(by));
    } else {
      all.push_back(reached(from, by));
    }
    if (p.next == Next::kJoin) all.push_back(has_ended(static_cast<ThreadId>(p.object), by));
    if (p.next == Next::kAsk || (p.next == Next::kEvent && p.edge != 0)) all.push_back(is_told(from, n.key));
    return z3::mk_and(all);
  }

  z3::expr has_ended(ThreadId t, NodeId by) {
    z3::expr_vector ways(context_);
    for (NodeId e : question_.ends_of(t)) ways.push_back(reached(e, by));
    return z3::mk_or(ways);
  }

  // A run has shown what comes of the step, or that is what is asked.
  z3::expr leads_on(NodeId s) {
    const Node& n = pool_[s];
    if (n.child != kNoNode) return context_.bool_val(true);
    z3::expr_vector ways(context_);
    pool_.for_each_edge(s, [&](const Edge& e) { ways.push_back(is_told(s, e.key)); });
    for (size_t g = 0; g < question_.goals().size(); ++g)
      if (question_.goals()[g].node == s && ends_with_step(question_.goals()[g])) ways.push_back(is_goal(g));
    return z3::mk_or(ways);
  }

  static bool reads(const Node& n) { return n.op == Op::kRead || n.op == Op::kRmw; }
  static bool writes(const Node& n) { return n.op == Op::kWrite || n.op == Op::kRmw; }

  bool sort_out() {
    size_t triples = 0;
    for (NodeId s : question_.steps())
      if (const Node& n = pool_[s]; is_access(n.op)) fields_[{n.cell, n.mask << n.shift}].push_back(s);
    for (const auto& [field, steps] : fields_) {
      const auto w = static_cast<size_t>(std::ranges::count_if(steps, [&](NodeId s) { return writes(pool_[s]); }));
      triples += steps.size() * (w + 1) * (w + 1);
    }
    return triples <= kMostTriples;
  }

  // They belong to one local path of their thread.
  bool is_before(NodeId a, NodeId b) const {
    while (b > a) b = pool_[b].parent;
    return a == b;
  }
  bool exclude_each_other(NodeId a, NodeId b) const {
    return pool_[a].thread == pool_[b].thread && !is_before(a, b) && !is_before(b, a);
  }

  void add_field(z3::solver& solver, const std::vector<NodeId>& steps) {
    std::vector<NodeId> writers;
    for (NodeId s : steps)
      if (writes(pool_[s])) writers.push_back(s);
    for (NodeId w : writers)
      for (NodeId s : steps)
        if (pool_[s].thread != pool_[w].thread && (s > w || !writes(pool_[s])))
          solver.add(!done(s) || !done(w) || place(s) != place(w));
    const Node& one = pool_[steps.front()];
    const z3::expr initial = number(pool_.initial(one.cell) >> one.shift & one.mask, width(one));
    for (NodeId r : steps) {
      if (!reads(pool_[r])) continue;
      // Nobody writes between `after` (kNoNode: the start) and the read.
      const auto undisturbed = [&](NodeId after, z3::expr_vector& all) {
        for (NodeId w : writers) {
          if (w == after || w == r || exclude_each_other(w, r)) continue;
          if (pool_[w].thread == pool_[r].thread) {
            if (w > r) continue;  // comes later
            if (after == kNoNode) all.push_back(context_.bool_val(false));
            else all.push_back(place(w) < place(after));
            continue;
          }
          if (after == kNoNode) all.push_back(!done(w) || place(r) < place(w));
          else if (!exclude_each_other(w, after))
            all.push_back(!done(w) || place(w) < place(after) || place(r) < place(w));
        }
      };
      z3::expr_vector ways(context_);
      z3::expr_vector start(context_);
      start.push_back(value(r) == initial);
      undisturbed(kNoNode, start);
      ways.push_back(z3::mk_and(start));
      for (NodeId w : writers) {
        if (w == r || exclude_each_other(w, r) || (pool_[w].thread == pool_[r].thread && w > r)) continue;
        z3::expr_vector all(context_);
        all.push_back(done(w) && place(w) < place(r));
        all.push_back(value(r) == written(w));
        undisturbed(w, all);
        ways.push_back(z3::mk_and(all));
      }
      solver.add(z3::implies(done(r), z3::mk_or(ways)));
    }
  }

  void add_locks(z3::solver& solver) {
    std::vector<NodeId> locks;
    std::unordered_map<NodeId, std::vector<NodeId>> releases;
    for (NodeId s : question_.steps())
      if (pool_[s].op == Op::kLock || pool_[s].op == Op::kReadLock) {
        locks.push_back(s);
        releases[s] = question_.releases_of(s);
      }
    const auto over_before = [&](NodeId lock, NodeId other) {
      z3::expr_vector ways(context_);
      for (NodeId u : releases[lock]) ways.push_back(done(u) && place(u) < place(other));
      return z3::mk_or(ways);
    };
    for (NodeId a : locks)
      for (NodeId b : locks) {
        if (b <= a || pool_[a].cell != pool_[b].cell || pool_[a].thread == pool_[b].thread) continue;
        if (pool_[a].op == Op::kReadLock && pool_[b].op == Op::kReadLock) continue;
        solver.add(!done(a) || !done(b) || over_before(a, b) || over_before(b, a));
      }
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

  z3::context& context_;
  const PathQuestion& question_;
  const Pool& pool_;
  struct Hash {
    size_t operator()(const std::pair<causal::CellId, uint64_t>& f) const { return f.first * 31 + f.second; }
  };
  std::unordered_map<std::pair<causal::CellId, uint64_t>, std::vector<NodeId>, Hash> fields_;
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
      return PathFormula(context_, question).count(solver);
    } catch (const z3::exception&) {
      return std::nullopt;
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
    PathFormula formula(context_, question);
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
