// What the pool knows besides the trees: where nodes are in memory, locks, creations. Learning is in lesson.cpp.
#include "causal/pool.h"

#include <algorithm>

#include "base/hash.h"
#include "trace/contents.h"
#include "trace/life.h"

namespace heddle::causal {

using dependence::Class;
using dependence::class_of;

Pool::Pool()
    : nodes_(1), depths_(1), terms_(1), registers_of_(1), roots_(kMaxThreads), results_(kMaxThreads),
      creators_(kMaxThreads), created_(kMaxThreads), guards_(kMaxThreads) {}

TermId Pool::add_term(const Term& term) {
  uint64_t hash = mix(mix(static_cast<uint64_t>(term.op), term.width), term.value);
  hash = mix(mix(mix(hash, term.a), term.b), term.c);
  std::vector<TermId>& known = same_hash_[hash];
  for (TermId t : known)
    if (terms_[t] == term) return t;
  known.push_back(static_cast<TermId>(terms_.size()));
  terms_.push_back(term);
  const bool is_register = term.op == TermOp::kRegister;
  registers_of_.push_back(is_register ? register_bit(static_cast<uint32_t>(term.value))
                                      : registers_of_[term.a] | registers_of_[term.b] | registers_of_[term.c]);
  return known.back();
}

NodeId Pool::add_node(NodeId parent, uint64_t key, ThreadId thread) {
  Node n;
  n.parent = parent;
  n.key = key;
  n.thread = thread;
  if (parent != kNoNode) {
    inherit_locks(n);
    n.registers = nodes_[parent].registers + nodes_[parent].fills;
  }
  nodes_.push_back(n);
  depths_.push_back(parent == kNoNode ? 0 : depths_[parent] + 1);
  return size() - 1;
}

// The unlock at `n` gives a lock back once; did its thread hold it already when it took it the time that ends here?
bool Pool::held_before_matching(NodeId n) const {
  const CellId lock = nodes_[n].cell;
  int open = 1;
  for (NodeId below = n, at = nodes_[n].parent; at != kNoNode; below = at, at = nodes_[at].parent) {
    const Node& node = nodes_[at];
    if (node.next != Next::kEvent || node.cell != lock) continue;
    if (is_try(node.op) && nodes_[below].key != 0) continue;  // it failed
    if (node.op == Op::kUnlock && nodes_[below].key == 0) ++open;
    else if (takes_lock(node.op)) --open;
    if (open == 0) return node.holds & lock_bit(lock);
  }
  return false;
}

// The locks its thread holds when it has done what stands at the parent.
void Pool::inherit_locks(Node& n) const {
  const Node& p = nodes_[n.parent];
  n.held = p.held;
  n.holds = p.holds;
  if (p.next != Next::kEvent) return;
  if (has_answer(p.op) && n.key != 0) return;  // it failed, or is a read
  const CellId lock = uses_mutex(p.op) ? p.second_cell : p.cell;
  if (takes_lock(p.op)) {
    if (!is_shared(p.op)) n.held |= lock_bit(lock);
    n.holds |= lock_bit(lock);
  }
  if (releases_lock(p.op)) {
    n.held &= ~lock_bit(lock), n.holds &= ~lock_bit(lock);
    if (p.op == Op::kUnlock && held_before_matching(n.parent)) n.holds |= lock_bit(lock);
  }
}

uint64_t Pool::lock_bit(CellId lock) const {
  if (is_renewed(lock)) return 0;
  const auto at = std::find(locks_.begin(), locks_.end(), lock) - locks_.begin();
  return at < 64 && static_cast<size_t>(at) < locks_.size() ? uint64_t{1} << at : 0;
}

template <class T>
void Pool::bind_pieces(T& n, uint64_t address) {
  n.piece = static_cast<uint32_t>(pieces_.size());
  cells_.append_pieces(address, n.length, pieces_);
  n.pieces = static_cast<uint32_t>(pieces_.size()) - n.piece;
}

// Fills in where the operation at `n` is. Its places are known to `cells_`.
void Pool::bind(NodeId id) {
  Node& n = nodes_[id];
  n.list_size = n.next == Next::kAwait ? n.list_size : 0;
  if (n.next == Next::kAwait) {
    for (uint32_t i = 0; i < n.list_size; ++i) {
      Condition& c = conditions_[n.list + i];
      if (is_block(c.op, c.address, c.length)) bind_pieces(c, c.address);
      else if (is_access(c.op)) c.place = cells_.place(c.address, c.length);
      else c.lock = cells_.object(c.address, class_of(c.op));
    }
  }
  if (n.next != Next::kEvent) return;
  const Class what = class_of(n.op);
  const auto add_to_list = [&](CellId c) {
    if (c == n.cell) return;
    if (n.list_size == 0) n.list = static_cast<uint32_t>(lists_.size());
    lists_.push_back(c);
    ++n.list_size;
  };
  if (what == Class::kNothing) return;
  if (n.op == Op::kFree) {
    cells_.for_each_in(n.object, n.length, add_to_list);
  } else if (what == Class::kAccess) {
    if (is_block(n.op, n.object, n.length)) {
      bind_pieces(n, n.object);
      n.cell = pieces_[n.piece].cell;
    } else {
      const Place p = cells_.place(n.object, n.length);
      n.cell = p.cell, n.shift = p.shift, n.mask = p.mask;
    }
    if (n.op == Op::kRead) look_at_semaphore(n);
    else  // objects that live there are made anew
      cells_.for_each_in(n.object, n.length, [&](CellId c) {
        const bool is_object = cells_[c].what != Class::kAccess && cells_[c].what != Class::kFutex;
        if (is_object || (cells_[c].what == Class::kFutex && begins_life(n))) add_to_list(c);
      });
  } else {
    n.cell = cells_.object(n.object, what);
    if (uses_mutex(n.op)) n.second_cell = cells_.object(n.second, Class::kLock);
    if (n.op == Op::kFutexWait) {  // its word, and who waits; who wakes others does not look at the word
      const Place p = cells_.place(n.object, 4);
      n.shift = p.shift, n.mask = p.mask;
      add_to_list(p.cell);
    }
    if (n.op == Op::kOnceLeave) add_to_list(cells_.place(n.object, 1).cell);
  }
}

// The count of a semaphore is looked at by a read of it.
void Pool::look_at_semaphore(Node& n) {
  cells_.for_each_in(n.object, n.length, [&](CellId c) {
    if (cells_[c].what != Class::kSemaphore) return;
    if (n.pieces > 0 || cells_[c].address != n.object) problem_ = "a semaphore is looked at as memory";
    else n.cell = c, n.shift = 0, n.mask = UINT32_MAX;
  });
}

void Pool::note_creation(NodeId id) {
  const Node& n = nodes_[id];
  const auto child = static_cast<ThreadId>(n.object);
  creators_[child].push_back(id);
  if (created_[n.thread].test(child)) return;
  created_[n.thread].set(child);
  created_[n.thread] |= created_[child];
  for (ThreadSet& others : created_)
    if (others.test(n.thread)) others |= created_[n.thread];
}

// Everyone whom the thread created before this point was joined, and created nobody: who could meet what it does now?
bool Pool::has_joined_all(NodeId n) const {
  int alive = 0;
  for (; n != kNoNode; n = nodes_[n].parent) {
    if (nodes_[n].thread != kMainThread) return false;
    if (nodes_[n].next == Next::kCreate && created_[nodes_[n].object].any()) return false;
    alive += nodes_[n].next == Next::kCreate;
    alive -= nodes_[n].next == Next::kJoin;
  }
  return alive == 0;
}

// An object that is destroyed while others run matters to everyone who uses it. True if there was none before.
bool Pool::note_destroyed(NodeId id) {
  const Node& n = nodes_[id];
  if (has_free_ || n.next != Next::kEvent || n.op != Op::kWrite || n.second != 1 || has_joined_all(id)) return false;
  return has_free_ = true;
}

// A lock that is made anew while others run may be held, or be taken by two at once: it protects nothing, and whether it is
// still there matters to everyone who uses it. True if that was not known.
bool Pool::note_renewal(NodeId id) {
  const Node& n = nodes_[id];
  if (n.next != Next::kEvent || n.op != Op::kWrite || n.list_size == 0 || has_joined_all(id)) return false;
  bool grew = false;
  for (CellId c : list(n)) {
    if (cells_[c].what == Class::kAccess || is_renewed(c)) continue;
    renewed_.resize(std::max<size_t>(renewed_.size(), c + 1));
    renewed_[c] = grew = has_free_ = true;
  }
  return grew;
}

// True if there was none before.
bool Pool::note_begin() {
  const bool is_first = !has_begins_;
  has_begins_ = has_free_ = true;
  return is_first;
}

void Pool::note_end(NodeId id) {
  const Node& n = nodes_[id];
  auto& values = results_[n.thread];
  if (std::find(values.begin(), values.end(), n.value) != values.end()) return;
  values.push_back(n.value);
  if (values.size() > 1) ++revision_;
}

bool Pool::may_tell_more(const Node& n, NodeId id) const {
  if (n.value == 0) return n.child == kNoNode;
  const auto& values = results_[n.object];
  return n.edge == 0 || std::any_of(values.begin(), values.end(), [&](uint64_t v) { return find(id, v) == nullptr; });
}

void Pool::note_locks(NodeId id) {
  const Node& n = nodes_[id];
  if (n.next == Next::kEnd && n.holds != 0) locks_may_deadlock_ = true;
  if (n.next != Next::kEvent) return;
  const Class what = class_of(n.op);
  if (what == Class::kLock || n.op == Op::kCondWait) {
    const CellId lock = what == Class::kLock ? n.cell : n.second_cell;
    if (is_renewed(lock)) locks_may_deadlock_ = true;
    auto at = static_cast<size_t>(std::find(locks_.begin(), locks_.end(), lock) - locks_.begin());
    if (at == locks_.size()) {
      locks_.push_back(lock);
      taken_while_held_.push_back(0);
      if (at >= 64) problem_ = "the program has more than 64 locks";
    }
    if ((n.op == Op::kLock || n.op == Op::kReadLock) && at < 64 && !locks_may_deadlock_) {
      bool grew = false;
      for (size_t l = 0; l < std::min<size_t>(64, locks_.size()); ++l)
        if (n.holds >> l & 1) {
          grew |= !(taken_while_held_[l] >> at & 1);
          taken_while_held_[l] |= uint64_t{1} << at;
        }
      if (grew) find_lock_circles();
    }
  }
  if (what == Class::kAccess)
    for_each_cell(n, n.cell, [&](CellId c) {
      auto& guards = guards_[n.thread];
      if (guards.size() <= c) guards.resize(c + 1, ~uint64_t{0});
      guards[c] &= n.held;
    });
  const auto unguarded = [&](CellId c) {
    auto& guards = guards_[n.thread];
    if (guards.size() <= c) guards.resize(c + 1, ~uint64_t{0});
    guards[c] = 0;
  };
  if (what == Class::kSemaphore) unguarded(n.cell);
  if (what == Class::kAccess || what == Class::kFutex)
    for (CellId c : list(n)) unguarded(c);
}

void Pool::find_lock_circles() {
  const size_t n = std::min<size_t>(64, locks_.size());
  std::vector<uint64_t> after(taken_while_held_.begin(), taken_while_held_.begin() + static_cast<std::ptrdiff_t>(n));
  for (size_t k = 0; k < n; ++k)
    for (size_t i = 0; i < n; ++i)
      if (after[i] >> k & 1) after[i] |= after[k];
  for (size_t i = 0; i < n; ++i)
    if (after[i] >> i & 1) locks_may_deadlock_ = true;
}

void Pool::bind_all() {
  lists_.clear();
  pieces_.clear();
  initial_.resize(cells_.size());
  initial_known_.resize(cells_.size());
  for (CellId c = 0; c < cells_.size(); ++c)
    if (const CellId to = cells_.resolve(c); to != c) {
      initial_[to] |= initial_[c];
      initial_known_[to] |= initial_known_[c];
    }
  for (auto& guards : guards_) guards.clear();
  for (NodeId n = 1; n < size(); ++n) bind(n);
  for (NodeId n = 1; n < size(); ++n) note_destroyed(n), note_renewal(n);
  for (Node& n : nodes_)
    if (n.parent != kNoNode) inherit_locks(n);
  for (NodeId n = 1; n < size(); ++n) note_locks(n);
  ++layout_;
}

void Pool::learn_initial(CellId c, uint64_t bits, uint64_t value) {
  const uint64_t known = initial_known_[c] & bits;
  if ((initial_[c] & known) != (value & known)) {
    problem_ = "memory changed without an access that could be seen";
    return;
  }
  if (known == bits) return;
  initial_[c] |= value & bits;
  initial_known_[c] |= bits;
  ++layout_;
}

void Pool::learn_exit(NodeId n, bool at_once) {
  Node& node = nodes_[n];
  if (node.next == Next::kEnd) {
    if (at_once && !exit_at_end_) exit_at_end_ = true, ++layout_;
  } else if (node.next == Next::kUnknown) {
    node.next = at_once ? Next::kExit : Next::kStopped;
    ++layout_;
  }
}

size_t Pool::memory() const {
  return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge) + lists_.capacity() * sizeof(CellId) +
         pieces_.capacity() * sizeof(Piece) + contents_.capacity() * sizeof(uint64_t) +
         conditions_.capacity() * sizeof(Condition) + terms_.capacity() * sizeof(Term);
}

void Pool::save(Writer& out) const {
  cells_.save(out);
  ledger_.save(out);
  out.put(nodes_), out.put(edges_), out.put(conditions_), out.put(contents_), out.put(initial_),
      out.put(initial_known_);
  out.put(terms_);
  out.put(locks_), out.put(threads_), out.put(has_free_), out.put(has_fences_), out.put(exit_at_end_),
      out.put(main_leaves_);
  out.put(histories_);
}

bool Pool::load(Reader& in) {
  if (!cells_.load(in) || !ledger_.load(in)) return false;
  nodes_ = in.get_vector<Node>(), edges_ = in.get_vector<Edge>(), conditions_ = in.get_vector<Condition>();
  contents_ = in.get_vector<uint64_t>();
  initial_ = in.get_vector<uint64_t>(), initial_known_ = in.get_vector<uint64_t>();
  const std::vector<Term> terms = in.get_vector<Term>();
  for (size_t i = 1; i < terms.size(); ++i) {
    if (std::max({terms[i].a, terms[i].b, terms[i].c}) >= i) return false;
    add_term(terms[i]);
  }
  locks_ = in.get_vector<CellId>();  // whose numbers the nodes' locks are said in
  taken_while_held_.assign(locks_.size(), 0);
  threads_ = in.get<int>(), has_free_ = in.get<bool>(), has_fences_ = in.get<bool>(), exit_at_end_ = in.get<bool>(),
  main_leaves_ = in.get<bool>();
  histories_ = in.get<uint64_t>();
  if (!in.ok() || nodes_.empty()) return false;
  depths_.assign(nodes_.size(), 0);
  for (NodeId n = 1; n < size(); ++n) {
    if (nodes_[n].parent >= n) return false;
    if (nodes_[n].parent == kNoNode) roots_[nodes_[n].thread].push_back(n);
    else depths_[n] = depths_[nodes_[n].parent] + 1;
    if (nodes_[n].next == Next::kEnd) note_end(n);
    if (nodes_[n].next == Next::kCreate) note_creation(n);
    has_inputs_ |= receives(nodes_[n]);
    has_tired_ |= leaves_wait(nodes_[n].op) && nodes_[n].second == kTired;
    has_begins_ |= nodes_[n].next == Next::kEvent && begins_life(nodes_[n]);
  }
  bind_all();
  return true;
}

}  // namespace heddle::causal
