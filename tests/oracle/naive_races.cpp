// See naive_races.h. Variables have 4 bytes; an access is to one of them, or to several as a whole.
#include "naive_races.h"

#include <algorithm>

#include "base/hash.h"

namespace heddle::oracle {
namespace {

class Order {
 public:
  explicit Order(const std::vector<Event>& events) : e_(events), past_(events.size()) {
    for (size_t j = 0; j < e_.size(); ++j) {
      past_[j].resize(j);
      for (size_t i = 0; i < j; ++i)
        if (edge(i, j)) {
          past_[j][i] = true;
          for (size_t k = 0; k < i; ++k)
            if (past_[i][k]) past_[j][k] = true;
        }
    }
  }
  bool before(size_t i, size_t j) const { return past_[j][i]; }

 private:
  bool ok(size_t i) const { return !(e_[i].flags & kFailed); }
  bool atomic(size_t i) const { return e_[i].flags & kAtomic; }
  bool loads(size_t i) const { return e_[i].op == Op::kRead || e_[i].op == Op::kRmw; }
  bool stores(size_t i) const { return e_[i].op == Op::kWrite || (e_[i].op == Op::kRmw && ok(i)); }
  bool acquires(size_t i) const { return e_[i].order == 2 || e_[i].order == 4 || e_[i].order == 5; }
  bool releases(size_t i) const { return e_[i].order == 3 || e_[i].order == 4 || e_[i].order == 5; }

  bool edge(size_t i, size_t j) const {
    const Event &a = e_[i], &b = e_[j];
    if (a.thread == b.thread) return true;
    if (a.op == Op::kCreate && a.object == b.thread) return true;
    if (b.op == Op::kJoin && b.object == a.thread) return true;
    if (a.op == Op::kSemPost && (b.op == Op::kSemWait || b.op == Op::kSemTryWait) && ok(j) && a.object == b.object)
      return true;
    return lock_edge(i, j) || wake_edge(i, j) || barrier_edge(i, j) || atomic_edge(i, j);
  }

  // The lock that event i takes, and whether for reading.
  uint64_t taken(size_t i, bool& shared) const {
    const Op op = e_[i].op;
    shared = op == Op::kReadLock || op == Op::kTryReadLock;
    if (op == Op::kCondWake) return e_[i].second;
    const bool takes = shared || op == Op::kLock || op == Op::kTryLock;
    return takes && ok(i) ? e_[i].object : 0;
  }

  bool lock_edge(size_t i, size_t j) const {
    bool reads = false, read = false;
    const uint64_t lock = taken(j, reads);
    const bool unlocks = e_[i].op == Op::kUnlock && ok(i) && e_[i].object == lock;
    const bool waits = e_[i].op == Op::kCondWait && e_[i].second == lock;
    if (lock == 0 || !(unlocks || waits)) return false;
    size_t k = i;  // how the thread took it
    while (k-- > 0)
      if (e_[k].thread == e_[i].thread && taken(k, read) == lock) break;
    return !(read && reads);
  }

  // Event i woke the thread that wakes up in j: the first signal for it since it began to wait.
  bool wake_edge(size_t i, size_t j) const {
    if (e_[j].op != Op::kCondWake) return false;
    const ThreadId u = e_[j].thread;
    size_t wait = j;
    while (wait-- > 0)
      if (e_[wait].thread == u && e_[wait].op == Op::kCondWait) break;
    for (size_t k = wait + 1; k < j; ++k) {
      if (e_[k].object != e_[j].object) continue;
      if (e_[k].op == Op::kTimeout && e_[k].thread == u) return false;  // it woke by itself
      if (e_[k].op == Op::kBroadcast || (e_[k].op == Op::kSignal && e_[k].read == u + 1u)) return k == i;
    }
    return false;
  }

  // Event i is an arrival, and the thread of j has left that round.
  bool barrier_edge(size_t i, size_t j) const {
    if (e_[i].op != Op::kBarrier) return false;
    size_t begin = i, end = i;
    while (begin > 0 &&
           !(e_[begin - 1].op == Op::kBarrier && e_[begin - 1].object == e_[i].object && e_[begin - 1].read == 1))
      --begin;
    while (end < j && !(e_[end].op == Op::kBarrier && e_[end].object == e_[i].object && e_[end].read == 1)) ++end;
    for (size_t k = begin; k <= end && end < j; ++k)
      if (e_[k].op == Op::kBarrier && e_[k].object == e_[i].object && e_[k].thread == e_[j].thread) return true;
    return false;
  }

  // The write before i that a read of this address at i returns; i itself if there is none.
  size_t source(size_t i, uint64_t address) const {
    for (size_t k = i; k-- > 0;)
      if (stores(k) && e_[k].object <= address && address < e_[k].object + e_[k].length) return k;
    return i;
  }

  // Does event i (a store or a fence) release something that the load r reads there?
  bool released_to(size_t i, size_t r, uint64_t address) const {
    for (size_t w = source(r, address), reader = r; w != reader && atomic(w);) {
      if (i == w && releases(w)) return true;
      if (e_[i].op == Op::kFence && releases(i) && i < w && e_[i].thread == e_[w].thread) return true;
      if (e_[w].op != Op::kRmw) return false;
      reader = w;
      w = source(w, address);
    }
    return false;
  }
  // A block has several variables, which may come from different writes.
  bool released_to(size_t i, size_t r) const {
    for (uint64_t a = e_[r].object; a < e_[r].object + e_[r].length; a += 4)
      if (released_to(i, r, a)) return true;
    return false;
  }

  bool atomic_edge(size_t i, size_t j) const {
    if (loads(j) && atomic(j) && acquires(j)) return released_to(i, j);
    if (e_[j].op != Op::kFence || !acquires(j)) return false;
    for (size_t r = i + 1; r < j; ++r)
      if (e_[r].thread == e_[j].thread && loads(r) && atomic(r) && released_to(i, r)) return true;
    return false;
  }

  const std::vector<Event>& e_;
  std::vector<std::vector<bool>> past_;  // past_[j][i]: i happens before j
};

// Memory that is freed is something else afterwards: do events i and j touch bytes of which that does not hold in between?
bool meet(const std::vector<Event>& events, size_t i, size_t j) {
  const Event &a = events[i], &b = events[j];
  const uint64_t end = std::min(a.object + a.length, b.object + b.length);
  for (uint64_t at = std::max(a.object, b.object); at < end; at += 4) {
    bool same = a.op != Op::kFree;
    for (size_t k = i + 1; k < j && same; ++k)
      same = events[k].op != Op::kFree || at < events[k].object || at >= events[k].object + events[k].length;
    if (same) return true;
  }
  return false;
}

}  // namespace

uint64_t race_name(uint64_t a, uint64_t b) { return mix(std::min(a, b), std::max(a, b)); }

std::set<uint64_t> naive_races(const std::vector<Event>& events) {
  std::set<uint64_t> races;
  const Order order(events);
  auto writes = [](const Event& e) {
    return e.op == Op::kWrite || e.op == Op::kFree || (e.op == Op::kRmw && !(e.flags & kFailed));
  };
  for (size_t j = 0; j < events.size(); ++j)
    for (size_t i = 0; i < j; ++i) {
      const Event &a = events[i], &b = events[j];
      if (!is_access(a.op) || !is_access(b.op) || a.thread == b.thread || !meet(events, i, j)) continue;
      if ((a.flags & b.flags & kAtomic) || !(writes(a) || writes(b)) || order.before(i, j)) continue;
      races.insert(race_name(a.position, b.position));
    }
  return races;
}

}  // namespace heddle::oracle
