#include "causal/awareness.h"

#include <algorithm>
#include <bit>

#include "causal/sync_words.h"

namespace heddle::causal {
namespace {

// Of a node's order, which is that of C++ + 1.
bool acquires(unsigned order) { return order == 2 || order == 3 || order >= 5; }
bool releases(unsigned order) { return order >= 4; }

}  // namespace

void Awareness::clear(bool fences) {
  fences_ = fences;
  watched_.clear();
  thread_ = -1;
  knows_ = heard_ = fenced_ = 0;
  objects_.clear();
  ended_.clear();
  log_.clear();
}

void Awareness::watch(int thread, NodeId access, const Node& n, bool writes) {
  thread_ = thread;
  watch_too(access, n, writes);
  learn(thread, true);
}

void Awareness::watch_too(NodeId access, const Node& n, bool writes) {
  log_.push_back({Change::kWatched, 0});
  watched_.push_back({access, writes, n.object, n.object + n.length});
}

void Awareness::set(uint64_t& bits, uint64_t value) {
  if (bits == value) return;
  log_.push_back({&bits == &knows_ ? Change::kKnows : &bits == &heard_ ? Change::kHeard : Change::kFenced, bits});
  bits = value;
}

void Awareness::put(Key k, bool has) {
  const auto at = std::ranges::find(objects_, k);
  if ((at != objects_.end()) == has) return;
  log_.push_back({has ? Change::kPut : Change::kRemoved, k});
  if (has) objects_.push_back(k);
  else *at = objects_.back(), objects_.pop_back();
}

void Awareness::undo(size_t mark) {
  while (log_.size() > mark) {
    const Change c = log_.back();
    log_.pop_back();
    switch (c.what) {
      case Change::kKnows: knows_ = c.before; break;
      case Change::kHeard: heard_ = c.before; break;
      case Change::kFenced: fenced_ = c.before; break;
      case Change::kPut: {
        const auto at = std::ranges::find(objects_, c.before);
        *at = objects_.back(), objects_.pop_back();
        break;
      }
      case Change::kRemoved: objects_.push_back(c.before); break;
      case Change::kWatched: watched_.pop_back(); break;
      case Change::kEnded: ended_.pop_back(); break;
    }
  }
}

StateHash Awareness::objects() const {
  StateHash sum;
  for (const Key k : objects_) sum += StateHash::part(k, 0x6177617265);
  return sum;
}

void Awareness::end_lives(const Node& free) {
  const uint64_t begin = free.object & ~uint64_t{7}, end = (free.object + free.length + 7) & ~uint64_t{7};
  const auto meets = [&](const Watched& w) { return w.begin < end && begin < w.end; };
  if (std::ranges::none_of(watched_, meets)) return;
  log_.push_back({Change::kEnded, 0});
  ended_.push_back({begin, end, watched_.size()});
}

// Races are looked for by granule (trace/race_detector.h).
bool Awareness::still_meets(size_t k, const Node& second) const {
  const Watched& w = watched_[k];
  const auto before =
      std::span(ended_).first(ended_.size() - (second.op == Op::kFree));  // which is the last of them itself
  if (before.empty()) return true;
  const uint64_t begin = std::max(w.begin, second.object) & ~uint64_t{7};
  const uint64_t end = std::min(w.end, second.object + second.length);
  for (uint64_t granule = begin; granule < end; granule += 8)
    if (std::ranges::none_of(before,
                             [&](const Ended& e) { return k < e.watched && granule + 8 > e.begin && granule < e.end; }))
      return true;
  return false;
}

StateHash Awareness::ended() const {
  StateHash sum;
  for (const Ended& e : ended_) sum += StateHash::part(mix(e.begin, e.end), mix(e.watched, 0x656e646564));
  return sum;
}

void Awareness::begin(int creator, int thread) { learn(thread, knows(creator)); }

void Awareness::join(int i, int ended) { learn(i, knows(ended) && fault_ != OrderFault::kNoJoinEdge); }

void Awareness::fence(const Node& n, int i) {
  if (fault_ == OrderFault::kNoFences) return;
  const uint64_t me = uint64_t{1} << i;
  if (acquires(n.order)) learn(i, heard_ & me);
  if (releases(n.order)) set(fenced_, knows(i) ? fenced_ | me : fenced_ & ~me);
}

void Awareness::lock(int i, uint64_t object, bool shared) {
  if (fault_ == OrderFault::kNoLockEdge) return;
  const bool after_readers = !shared || fault_ == OrderFault::kReadersOrder;
  learn(i, has(key(object)) || (after_readers && has(key(object, true))));
}

void Awareness::unlock(int i, uint64_t object, bool writes) { add(key(object, !writes), knows(i)); }

void Awareness::access_object(const Node& n, const Performed& p, Key object) {
  const unsigned order = p.failed ? n.failed_order : n.order;
  const bool loads = n.op != Op::kWrite, stores = n.op != Op::kRead && !p.failed;
  const uint64_t me = uint64_t{1} << p.thread;
  if (loads && has(object)) {
    if (acquires(order) || fault_ == OrderFault::kRelaxedAcquires) learn(p.thread, true);
    else if (fences_) set(heard_, heard_ | me);
  }
  if (!stores) return;
  const bool own = (releases(order) || fault_ == OrderFault::kRelaxedReleases ? knows_ : fenced_) & me;
  if (loads && fault_ != OrderFault::kNoReleaseSequence) add(object, own);
  else put(object, own);
}

void Awareness::access(const Node& n, const Performed& p) {
  if (!(n.flags & kAtomic) || n.op == Op::kFree) {  // what was written so is read without synchronising
    if (n.op == Op::kRead || p.failed) return;
    for (size_t k = objects_.size(); k-- > 0;) {
      const uint64_t address = objects_[k] >> 1;
      if (objects_[k] == key(address) && address >= n.object && address < n.object + n.length &&
          (address - n.object) % 4 == 0)
        put(objects_[k], false);
    }
    return;
  }
  // A block, in an atomic section, is several objects.
  for (uint64_t a = n.object, end = a + (n.length > 8 ? n.length : 1); a < end; a += 4) access_object(n, p, key(a));
}

bool Awareness::may_hand_on(const Node& n) const {
  const bool released = n.order == 0 || releases(n.order) || fault_ != OrderFault::kNone;
  if (n.next == Next::kCreate) return true;
  if (n.next == Next::kFence) return released;
  if (n.next != Next::kEvent) return false;
  switch (n.op) {
    case Op::kWrite:
    case Op::kRmw: return (n.flags & kAtomic) && released;
    case Op::kUnlock:
    case Op::kCondWait:
    case Op::kSignal:
    case Op::kBroadcast:
    case Op::kSemPost:
    case Op::kBarrier:
    case Op::kOnceLeave: return true;
    default: return false;
  }
}

void Awareness::take(const Node& n, const Performed& p) {
  const int i = p.thread;
  switch (n.op) {
    case Op::kRead:
    case Op::kWrite:
    case Op::kRmw: access(n, p); break;
    case Op::kFree:
      access(n, p);
      end_lives(n);
      break;
    case Op::kLock: lock(i, n.object, false); break;
    case Op::kReadLock: lock(i, n.object, true); break;
    case Op::kTryLock:
      if (!p.failed) lock(i, n.object, false);
      break;
    case Op::kTryReadLock:
      if (!p.failed) lock(i, n.object, true);
      break;
    case Op::kUnlock:
      if (!p.failed) unlock(i, n.object, words::lock::is_held_by(p.word, p.id));
      break;
    case Op::kCondWait: unlock(i, n.second, true); break;
    case Op::kCondWake: lock(i, n.second, false); break;
    case Op::kSignal:
    case Op::kBroadcast:  // those who wait no more
      if (knows(i) && fault_ != OrderFault::kNoSignalEdge) set(knows_, knows_ | (p.word & ~p.now));
      break;
    case Op::kSemPost: add(key(n.object), knows(i) && fault_ != OrderFault::kNoSemaphoreEdge); break;
    case Op::kSemWait:
    case Op::kSemTryWait:
      if (!p.failed) learn(i, has(key(n.object)));
      break;
    case Op::kBarrier:
      add(key(n.object), knows(i));
      if (p.now != 0) break;
      if (has(key(n.object)) && fault_ != OrderFault::kNoBarrierEdge) set(knows_, knows_ | p.word | uint64_t{1} << i);
      put(key(n.object), false);
      break;
    case Op::kOnceEnter: learn(i, has(key(n.object))); break;
    case Op::kOnceLeave: put(key(n.object), knows(i)); break;
    default: break;
  }
}

}  // namespace heddle::causal
