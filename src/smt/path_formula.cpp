#include "smt/path_formula.h"

#include <algorithm>
#include <bit>

#include "smt/z3_terms.h"

namespace heddle::smt {

using causal::CellId;
using causal::Edge;
using causal::kNoNode;
using causal::Next;
using causal::Node;
using causal::NodeId;

namespace {

constexpr size_t kMostTriples = 400000;  // of a read, a write, and another write that may come between them

bool reads(const Node& n) { return n.op == Op::kRead || n.op == Op::kRmw; }
bool writes(const Node& n) { return n.op == Op::kWrite || n.op == Op::kRmw; }

unsigned width_of(const Node& n) { return receives(n) ? n.length : static_cast<unsigned>(std::popcount(n.mask)); }

}  // namespace

z3::expr PathFormula::value(NodeId n) { return context_.bv_const(name('v', n).c_str(), width_of(pool_[n])); }
z3::expr PathFormula::number(uint64_t v, unsigned bits) {
  return context_.bv_val(v & word_mask(static_cast<int>(bits)), bits);
}

bool PathFormula::add_executions(z3::solver& solver) {
  if (!sort_out()) return false;
  for (NodeId s : question_.steps()) solver.add(z3::implies(done(s), reached(s, s) && leads_on(s)));
  for (const auto& [field, steps] : fields_) add_field(solver, steps);
  add_locks(solver);
  return true;
}

NodeId PathFormula::step_before(NodeId n) const {
  do {
    n = pool_[n].parent;
  } while (n != kNoNode && !question_.is_step(n));
  return n;
}

z3::expr PathFormula::is_last(NodeId end) {
  const NodeId step = step_before(end);
  z3::expr_vector all(context_);
  for (NodeId s : question_.steps()) {
    if (pool_[s].thread == pool_[end].thread) continue;
    all.push_back(step == kNoNode ? !done(s) : !done(s) || place(s) < place(step));
  }
  return z3::mk_and(all);
}

z3::expr PathFormula::term(NodeId n, TermId id) {
  Terms terms(context_, pool_.terms(), [&](const Term& t) {
    const NodeId from = question_.filled_at(n, t.value);
    return from == kNoNode ? number(0, t.width) : Terms::resize(value(from), t.width);
  });
  return terms.of(id);
}

z3::expr PathFormula::exchanges(NodeId n) {
  const z3::expr expected = term(n, pool_.terms()[pool_[n].term].a);
  return Terms::resize(expected, width_of(pool_[n])) == value(n);
}

// What an access leaves in its field.
z3::expr PathFormula::written(NodeId id) {
  const Node& n = pool_[id];
  const unsigned bits = width_of(n);
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
z3::expr PathFormula::is_told(NodeId id, uint64_t key) {
  const Node& n = pool_[id];
  if (n.next == Next::kAsk) {
    const z3::expr asked = term(id, n.term);
    return asked == number(key, asked.get_sort().bv_size());
  }
  if (n.op == Op::kUnlock) return context_.bool_val(key == 0);
  if (n.fills) return key == 0 ? exchanges(id) : !exchanges(id);
  return value(id) == number(key, width_of(n));
}

// Its thread comes to stand at the node, before step `by` if that is one.
z3::expr PathFormula::reached(NodeId id, NodeId by) {
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

z3::expr PathFormula::has_ended(ThreadId t, NodeId by) {
  z3::expr_vector ways(context_);
  for (NodeId e : question_.ends_of(t)) ways.push_back(reached(e, by));
  return z3::mk_or(ways);
}

// A run has shown what comes of the step, or that is what is asked.
z3::expr PathFormula::leads_on(NodeId s) {
  const Node& n = pool_[s];
  if (n.child != kNoNode) return context_.bool_val(true);
  z3::expr_vector ways(context_);
  pool_.for_each_edge(s, [&](const Edge& e) { ways.push_back(is_told(s, e.key)); });
  ways.push_back(is_asked_about(s));
  return z3::mk_or(ways);
}

bool PathFormula::sort_out() {
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
bool PathFormula::is_before(NodeId a, NodeId b) const {
  while (b > a) b = pool_[b].parent;
  return a == b;
}
bool PathFormula::exclude_each_other(NodeId a, NodeId b) const {
  return pool_[a].thread == pool_[b].thread && !is_before(a, b) && !is_before(b, a);
}

void PathFormula::add_field(z3::solver& solver, const std::vector<NodeId>& steps) {
  std::vector<NodeId> writers;
  for (NodeId s : steps)
    if (writes(pool_[s])) writers.push_back(s);
  for (NodeId w : writers)
    for (NodeId s : steps)
      if (pool_[s].thread != pool_[w].thread && (s > w || !writes(pool_[s])))
        solver.add(!done(s) || !done(w) || place(s) != place(w));
  const Node& one = pool_[steps.front()];
  const z3::expr initial = number(pool_.initial(one.cell) >> one.shift & one.mask, width_of(one));
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

void PathFormula::add_locks(z3::solver& solver) {
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

}  // namespace heddle::smt
