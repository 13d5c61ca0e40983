#include "causal/relevance.h"

#include <algorithm>

namespace heddle::causal {

using dependence::Class;
using dependence::class_of;

namespace {

// Something that a run may still have to show: what the thread is told here, or what it does from here on.
bool is_open(const Pool& pool, const Node& n, NodeId id) {
  if (n.next == Next::kUnknown) return true;
  if (n.next == Next::kJoin) return pool.may_tell_more(n, id);
  if (n.next == Next::kCreate || n.next == Next::kAwait) return n.child == kNoNode;
  if (n.next == Next::kAsk) return pool.terms()[n.term].width > 1 || !pool.find(id, 0) || !pool.find(id, 1);
  if (n.next != Next::kEvent) return false;
  if (compares(n) && n.fills && pool.find(id, 0) && pool.find(id, 1) && !pool.has_free()) return false;
  if (leaves_wait(n.op)) return !pool.find(id, 0) || !pool.find(id, 1);
  if (tells(n) && n.op != Op::kUnlock) return true;
  return (n.child == kNoNode && n.edge == 0) || (pool.has_free() && class_of(n.op) != Class::kNothing);
}

// Does the event look at something that others did, or do something for others to look at, without synchronising?
bool observes_without_order(const Pool& pool, const Node& n, NodeId id) {
  enum : unsigned { kAcquire = 3, kRelease, kBoth, kStrongest };  // of C++, + 1
  if (n.next != Next::kEvent) return false;
  const auto weaker = [](unsigned order, unsigned wanted) {
    return order != 0 && order != wanted && order != kStrongest;
  };
  switch (object_kind(n.op)) {
    case ObjectKind::kAccess:
      if (n.cell != kNoCell && pool.cells()[n.cell].what == Class::kSemaphore) return true;  // its count
      if (!(n.flags & kAtomic) || n.op == Op::kFree) return false;
      return weaker(n.order, n.op == Op::kRead    ? kAcquire
                             : n.op == Op::kWrite ? kRelease
                                                  : kBoth) ||
             weaker(n.failed_order, kAcquire);
    case ObjectKind::kLock:
    case ObjectKind::kSemaphore: return is_try(n.op) && pool.find(id, 1) != nullptr;
    case ObjectKind::kFutex: return true;
    default: return false;
  }
}

}  // namespace

bool Relevance::need(CellId c) {
  if (c == kNoCell) return false;
  if (needed_.size() <= c) needed_.resize(c + 1);
  if (needed_[c]) return false;
  needed_[c] = 1;
  cells_.push_back(c);
  return true;
}

bool Relevance::need_thread(ThreadId t) {
  if (part_[t]) return false;
  part_[t] = 1;
  return true;
}

// Does what stands at the node matter to someone?
bool Relevance::acts(const Node& n, NodeId id) const {
  const auto needed = [&](CellId c) { return c < needed_.size() && needed_[c]; };
  if (for_races() && (n.thread == target_ || n.thread == second_) && is_raced(n)) return true;
  if (!for_races() && n.thread == target_ && is_open(pool_, n, id)) return true;
  switch (n.next) {
    case Next::kCreate: return part_[n.object];
    case Next::kEnd: return ends_[n.thread] || (blocking_ && calls_exit(n));
    case Next::kJoin: return blocking_ || pool_.exit_at_end();
    // A run that an assumption, a failure or an exit ended is no deadlock.
    case Next::kStopped:
    case Next::kFailed:
    case Next::kExit: return blocking_;
    case Next::kEvent: break;
    default: return false;
  }
  const Class what = class_of(n.op);
  if (n.thread == target_ && blocking_ && what != Class::kAccess && what != Class::kNothing) return true;
  if (what == Class::kNothing || n.op == Op::kRead) return false;
  if (needed(n.cell) || needed(n.second_cell)) return true;
  for (const Piece& p : pool_.pieces(n))
    if (needed(p.cell)) return true;
  for (CellId c : pool_.list(n))
    if (needed(c)) return true;
  return false;
}

// Which write it reads decides what its thread gets to know.
bool Relevance::listens(const Node& n) const { return unordered() && (n.flags & kAtomic); }

// What a thread that matters looks at here. `more`: it has something to do afterwards that matters, or here. True if
// that was not known to matter.
bool Relevance::look(const Node& n, bool more, uint64_t uses) {
  if (!more) return false;
  bool grew = need_thread(n.thread);
  if (n.next == Next::kStopped || n.next == Next::kFailed || n.next == Next::kExit || calls_exit(n)) {
    grew |= !ends_[n.thread];
    ends_[n.thread] = 1;
  }
  if (n.next == Next::kJoin) {
    grew |= need_thread(static_cast<ThreadId>(n.object));
    grew |= !ends_[n.object];
    ends_[n.object] = 1;
  } else if (n.next == Next::kAwait) {
    for (const Condition& c : pool_.conditions(n)) {
      pool_.for_each_cell(c, c.place.cell, [&](CellId cell) { grew |= need(cell); });
      grew |= need(c.lock);
    }
  } else if (n.next == Next::kEvent) {
    switch (n.op) {
      case Op::kRead:
      case Op::kRmw:
        if ((!n.blind && (!n.fills || compares(n) || (uses & Pool::register_bit(n.registers)))) || listens(n))
          pool_.for_each_cell(n, n.cell, [&](CellId c) { grew |= need(c); });
        break;
      case Op::kLock:
      case Op::kReadLock:
      case Op::kUnlock:
        if (blocking_) grew |= need(n.cell);
        break;
      case Op::kCondWait:
      case Op::kCondWake:
        grew |= need(n.cell);
        if (blocking_) grew |= need(n.second_cell);
        break;
      case Op::kLeaveCondition:
      case Op::kLeaveFutex: grew |= need(n.cell); break;
      case Op::kFutexWait:
        grew |= need(n.cell);
        grew |= need(pool_.list(n)[0]);
        break;
      case Op::kTryLock:
      case Op::kTryReadLock:
      case Op::kSemWait:
      case Op::kSemTryWait:
      case Op::kBarrier:
      case Op::kOnceEnter:
      case Op::kFutexWake: grew |= need(n.cell); break;
      default: break;
    }
    if (pool_.has_free()) {  // whether it is still there
      pool_.for_each_cell(n, n.cell, [&](CellId c) { grew |= need(c); });
      grew |= need(n.second_cell);
      for (CellId c : pool_.list(n)) grew |= need(c);
    }
  }
  return grew;
}

// Locks that the thread has to give back, seen from before the node.
uint64_t Relevance::owed_before(const Node& n, uint64_t after) const {
  if (n.next != Next::kEvent) return after;
  switch (n.op) {
    case Op::kUnlock: return after | pool_.lock_bit(n.cell);
    case Op::kLock:
    case Op::kReadLock: {  // unless it is held already and taken once more
      const uint64_t lock = pool_.lock_bit(n.cell);
      return n.holds & lock ? after : after & ~lock;
    }
    case Op::kCondWait: return after | pool_.lock_bit(n.second_cell);
    case Op::kCondWake: return after & ~pool_.lock_bit(n.second_cell);
    default: return after;
  }
}

// The registers that are looked at where the thread stands.
uint64_t Relevance::own_uses(const Node& n, bool useful) const {
  if (n.term == kNoTerm || !useful) return 0;
  if (n.next == Next::kAsk || compares(n)) return pool_.registers_of(n.term);
  const bool matters = n.list_size > 0 || (n.cell < needed_.size() && needed_[n.cell]);
  return matters ? pool_.registers_of(n.term) : 0;
}

// These registers are looked at as well, from the node on. True if a place matters for it that did not.
bool Relevance::raise_uses(NodeId n, uint64_t uses) {
  bool grew = false;
  for (; n != kNoNode && (uses & ~uses_[n]) != 0; n = pool_[n].parent) {
    raised_.push_back({n, uses & ~uses_[n]});
    uses_[n] |= uses;
    const Node& node = pool_[n];
    if (node.fills && (uses & Pool::register_bit(node.registers))) grew |= look(node, useful_[n], uses);
  }
  return grew;
}

// One pass over the nodes from `first` on, backwards: children have larger numbers than their parents. True if more
// turned out to matter, or if something before `first` is not as it was.
bool Relevance::pass(NodeId first) {
  bool grew = false;
  for (NodeId id = pool_.size(); id-- > first;) {
    const Node& n = pool_[id];
    const bool acts_here = acts(n, id);
    const bool later = useful_[id];
    useful_[id] = later || acts_here;
    uses_[id] |= own_uses(n, useful_[id]);
    grew |= look(n, useful_[id], uses_[id]);
    owed_[id] = owed_before(n, owed_[id]);
    // Where a process ends, or may end, nobody stays unnoticed.
    const bool ends = n.next == Next::kUnknown || n.next == Next::kFailed || n.next == Next::kExit;
    const bool in_section = n.next == Next::kEvent && (n.flags & kInSection);  // nobody else goes on before it is left
    idle_[id] = !useful_[id] && owed_[id] == 0 && !ends && !in_section && (for_races() || n.thread != target_);
    if (n.parent == kNoNode) continue;
    if (n.parent >= first) {
      useful_[n.parent] |= useful_[id];
      owed_[n.parent] |= owed_[id];
      uses_[n.parent] |= uses_[id];
    } else {
      grew |= raise_uses(n.parent, uses_[id]);
      const uint64_t owed = owed_before(pool_[n.parent], owed_[id]);
      grew |= (useful_[id] && !useful_[n.parent]) || (owed & ~owed_[n.parent]) != 0;
    }
  }
  return grew;
}

void Relevance::compute() {
  part_.assign(kMaxThreads, 0);
  ends_.assign(kMaxThreads, 0);
  needed_.clear();
  cells_.clear();
  part_[kMainThread] = part_[target_] = 1;
  if (for_races()) part_[second_] = 1;
  do {
    useful_.assign(pool_.size(), 0);
    owed_.assign(pool_.size(), 0);
    idle_.assign(pool_.size(), 0);
    uses_.assign(pool_.size(), 0);
  } while (pass(1));
  threads_.clear();
  for (int t = 0; t < kMaxThreads; ++t)
    if (part_[t] && pool_.root(static_cast<ThreadId>(t)) != kNoNode) threads_.push_back(static_cast<ThreadId>(t));
}

bool Relevance::extend() {
  const NodeId first = size();
  raised_.clear();
  if (first == pool_.size()) return true;
  useful_.resize(pool_.size());
  owed_.resize(pool_.size());
  idle_.resize(pool_.size());
  uses_.resize(pool_.size());
  return !pass(first);
}

// The target is never idle, others are at their ends; but there nobody does anything, so that is no difference.
bool Relevance::covers(const Relevance& other) const {
  if (size() != other.size() || (other.blocking_ && !blocking_)) return false;
  for (ThreadId t : other.threads_)
    if (!part_[t]) return false;
  for (CellId c : other.cells_)
    if (c >= needed_.size() || !needed_[c]) return false;
  for (NodeId id = 1; id < size(); ++id)
    if (other.uses_[id] & ~uses_[id]) return false;
  for (NodeId id = 1; id < size(); ++id)
    if (idle_[id] && !other.idle_[id] && other.part_[pool_[id].thread] && pool_[id].next != Next::kEnd) return false;
  return true;
}

// Take the events that happen before one of two accesses that race: they are an execution, after which both accesses come next, if each of
// those that looks at something finds there what it found. It does, if what it found was written by an event that happens before it, so unless it
// looks without synchronising, or it meets with a plain access, which is a race that comes earlier.
bool observes_without_order(const Pool& pool, const Relevance& relevance) {
  for (NodeId id = 1; id < pool.size(); ++id) {
    const Node& n = pool[id];
    if (!relevance.takes_part(n.thread) || relevance.idle()[id]) continue;
    const bool kept = n.next == Next::kEvent && (n.flags & kInSection);  // where others do not stand beside it
    if (!kept && !observes_without_order(pool, n, id)) continue;
    bool matters = kept;
    pool.for_each_cell(n, n.cell, [&](CellId c) { matters |= relevance.needs(c); });
    for (CellId c : pool.list(n)) matters |= relevance.needs(c);
    if (matters) return true;
  }
  return false;
}

bool is_open(const Pool& pool, ThreadId t) {
  for (NodeId id = 1; id < pool.size(); ++id)
    if (pool[id].thread == t && is_open(pool, pool[id], id)) return true;
  return false;
}

bool may_wait_for_ever(const Pool& pool, ThreadId t) {
  for (NodeId id = 1; id < pool.size(); ++id) {
    const Node& n = pool[id];
    if (n.thread != t) continue;
    if (n.next == Next::kAwait) return true;
    if (n.next != Next::kEvent) continue;
    if (waits_after(n.op)) return true;
    if (waits_before(n.op) && (!takes_lock(n.op) || pool.locks_may_deadlock())) return true;
  }
  return false;
}

}  // namespace heddle::causal
