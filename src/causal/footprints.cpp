#include "causal/footprints.h"

#include "trace/life.h"

namespace heddle::causal {

using dependence::Class;
using dependence::class_of;

namespace {

constexpr size_t kManyNodes = 1 << 17;  // their marks are 11 MiB

enum Way : uint8_t { kLooks = 1, kChanges = 2, kTries = 4, kNeeds = 8 };

// Calls f(cell, ways) for everything that the event at the node is about.
template <class F>
void for_each_touch(const Pool& pool, const Node& n, F&& f) {
  if (n.next == Next::kAwait) {
    for (const Condition& c : pool.conditions(n)) {
      pool.for_each_cell(c, c.place.cell, [&](CellId cell) { f(cell, kLooks); });
      if (c.lock != kNoCell) f(c.lock, kLooks | kTries);
    }
    return;
  }
  if (n.next != Next::kEvent || class_of(n.op) == Class::kNothing) return;
  if (class_of(n.op) == Class::kAccess) {
    const bool needs = pool.has_free() && !begins_life(n);  // a local may begin where nothing is
    const int looks = (n.op == Op::kRead || n.op == Op::kRmw ? kLooks : 0) | (needs ? kNeeds : 0);
    const int changes = n.op != Op::kRead ? kChanges : 0;
    const bool counts = n.op == Op::kRead && n.cell != kNoCell && pool.cells()[n.cell].what == Class::kSemaphore;
    pool.for_each_cell(n, n.cell, [&](CellId c) { f(c, looks | changes | (counts ? kTries : 0)); });
    for (CellId c : pool.list(n)) f(c, (n.op == Op::kFree ? 0 : kLooks) | kNeeds | changes);
    return;
  }
  constexpr int kUses = kLooks | kNeeds | kChanges;
  if (n.cell != kNoCell) f(n.cell, kUses | (is_try(n.op) ? kTries : 0));
  if (n.second_cell != kNoCell) f(n.second_cell, kUses);
  for (CellId c : pool.list(n)) f(c, kUses);
}

}  // namespace

// False: a cell is shared that was not.
bool Footprints::touch(NodeId id) {
  bool same = true;
  const Node& n = pool_[id];
  for_each_touch(pool_, n, [&](CellId c, int ways) {
    if (touched_.size() <= c) touched_.resize(c + 1);
    Touched& t = touched_[c];
    const bool before = is_shared(t), plainly_before = t.plainly;
    if (t.by < 0) t.by = n.thread;
    t.by_others |= t.by != n.thread;
    t.changed |= (ways & kChanges) != 0;
    t.plainly |= is_access(n.op) && !(n.flags & kAtomic);
    t.computed |= n.next == Next::kEvent && n.term != kNoTerm;
    same &= before == is_shared(t) && (!before || plainly_before == t.plainly);
  });
  return same;
}

// The node's own part of its mark.
void Footprints::mark(NodeId id) {
  const Node& n = pool_[id];
  if (fault_ == ReachFault::kBegins && n.next == Next::kEvent && begins_life(n)) {
    marks_[id].kinds = Standing::kinds_of(n, false, false);
    return;
  }
  Mark& m = marks_[id];
  for_each_touch(pool_, n, [&](CellId c, int ways) {
    if (ways & kLooks) m.reads |= bit(c);
    if (ways & kChanges) m.writes |= bit(c);
    if (ways & kTries) m.tries |= bit(c);
    if (ways & kNeeds) m.needs |= bit(c);
  });
  if (n.next == Next::kEvent) {
    const Class what = class_of(n.op);
    pool_.for_each_cell(n, n.cell, [&](CellId c) { (n.op == Op::kRead ? m.own_reads : m.own_writes) |= bit(c); });
    m.own_writes |= bit(n.second_cell);
    for (CellId c : pool_.list(n)) (what == Class::kFutex ? m.own_reads : m.own_writes) |= bit(c);
  }
  if (n.next != Next::kUnknown) m.kinds = Standing::kinds_of(n, false, (m.own_reads | m.own_writes) != 0);
}

// This follows as well at the node and before it. False if somebody relied on the contrary.
bool Footprints::raise(NodeId n, const Mark& by) {
  bool holds = true;
  for (; n != kNoNode && counts(n); n = pool_[n].parent) {
    Mark& m = marks_[n];
    const uint64_t reads = by.reads & ~m.reads, writes = by.writes & ~m.writes, tries = by.tries & ~m.tries;
    const uint64_t needs = by.needs & ~m.needs;
    if ((reads | writes | tries | needs) == 0) return holds;
    m.reads |= reads, m.writes |= writes, m.tries |= tries, m.needs |= needs;
    const Relied& relied = relied_[n];
    holds &= ((reads & relied.no_reads) | (writes & relied.no_writes) | (tries & relied.no_tries) |
              (needs & relied.no_needs)) == 0;
    if (pool_[n].parent == kNoNode)
      for (NodeId c : creations_)
        if (pool_[c].begins == n) holds &= raise(c, m);
  }
  return holds;
}

// Children have larger numbers than their parents.
bool Footprints::take_in(NodeId first) {
  bool holds = true;
  marks_.resize(pool_.size());
  relied_.resize(pool_.size());
  for (NodeId n = first; n < pool_.size(); ++n)
    if (counts(n) && pool_[n].next == Next::kCreate && relevance_.takes_part(static_cast<ThreadId>(pool_[n].object)))
      creations_.push_back(n);
  for (NodeId n = pool_.size(); n-- > first;) {
    if (!counts(n)) continue;
    mark(n);
    const Mark m = marks_[n];
    holds &= raise(pool_[n].parent, m);
  }
  for (NodeId c : creations_)
    if (const Mark m = marks_[pool_[c].begins]; c >= first) holds &= raise(c, m);
  return holds;
}

void Footprints::compute(bool merged) {
  merged_ = merged;
  touched_.assign(pool_.cells().size(), {});
  marks_.clear();
  relied_.clear();
  closed_ = 0;
  creations_.clear();
  watched_.clear();
  for (NodeId n = 1; n < pool_.size(); ++n)
    if (counts(n)) touch(n);
  bits_.assign(touched_.size(), 0);
  int shared = 0;
  all_bits_ = 0;
  has_plain_ = false;
  for (CellId c = 0; c < touched_.size(); ++c) {
    if (!is_shared(touched_[c])) continue;
    bits_[c] = uint64_t{1} << (shared++ & 63);
    all_bits_ |= bits_[c];
    has_plain_ |= touched_[c].plainly;
  }
  for (CellId c : relevance_.cells())
    if (bit(c) != 0) watched_.push_back({c, bit(c)});
  for (CellId c = 0; c < bits_.size() && merged_; ++c)  // how an object stands
    if (bit(c) != 0 && pool_.cells()[c].what != Class::kAccess && !relevance_.needs(c)) watched_.push_back({c, bit(c)});
  guards_.assign(bits_.size() * relevance_.threads().size(), 0);
  take_in(1);
}

bool Footprints::guards_hold() const {
  for (size_t i = 0; i < guards_.size(); ++i) {
    const ThreadId t = relevance_.threads()[i / bits_.size()];
    if (guards_[i] != 0 && (guards_[i] & ~pool_.guard(t, static_cast<CellId>(i % bits_.size()))) != 0) return false;
  }
  return true;
}

void Footprints::close() {
  if (marks_.size() < kManyNodes) return;
  closed_ = static_cast<NodeId>(marks_.size());
  std::vector<Mark>().swap(marks_);
  std::vector<Relied>().swap(relied_);
}

bool Footprints::extend() {
  if (closed_ != 0) return closed_ == pool_.size();
  const auto first = static_cast<NodeId>(marks_.size());
  if (first == pool_.size()) return true;
  bool same = true;
  for (NodeId n = first; n < pool_.size(); ++n)
    if (counts(n)) same &= touch(n);
  bool holds = take_in(first);
  for (const Relevance::Raised& r : relevance_.raised()) holds &= (relied_[r.node].no_uses & r.uses) == 0;
  return same && holds && guards_hold();
}

}  // namespace heddle::causal
