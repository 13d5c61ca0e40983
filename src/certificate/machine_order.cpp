// What orders accesses, by C++: the machine watches one access, and notes who knows of it, so that it happens before whatever they do next. A
// thread that does not, and makes an access that conflicts with it, races with it. What hands knowledge on is said in
// trace/happens_before.h; this is written anew, since a mistake made there must not be made here.
#include <cstdio>

#include "certificate/machine.h"

namespace heddle::certificate {
namespace {

// Memory orders as the file has them.
enum : uint32_t { kConsume = 2, kAcquire = 3, kRelease = 4 };
bool acquires(uint32_t order) { return order >= kConsume && order != kRelease; }
bool releases(uint32_t order) { return order >= kRelease; }

bool is_access_of_memory(const BoundNode& n) { return n.kind == Kind::kEvent && is_access(n.op); }

}  // namespace

uint32_t* Machine::handing(uint64_t address) {
  const auto found = handing_.find(address);
  return found == handing_.end() ? nullptr : &state_[found->second];
}

bool Machine::may_watch(ThreadId t) const {
  if (!model_.watches || watched() != 0 || at(t) == 0) return false;
  const BoundNode& n = node(t);
  return is_access_of_memory(n) && n.op != Op::kFree && !is_private(t);
}

// Threads that are not there yet will be made by one that knows.
bool Machine::everybody_knows() const {
  if (!model_.watches || watched() == 0) return false;
  for (uint32_t t = 0; t < threads_; ++t)
    if (at(static_cast<ThreadId>(t)) != 0 && !knows(static_cast<ThreadId>(t))) return false;
  return true;
}

Machine::Before Machine::before(ThreadId t) const {
  const BoundNode& n = node(t);
  Before b{at(t), false, 0, {}};
  if (is_access_of_memory(n)) b.writes = n.object == kNoCell && (n.op == Op::kFree || writes(t));
  if (n.op == Op::kUnlock) b.owner = word(n.object).value;
  if (n.op == Op::kSignal || n.op == Op::kBroadcast || n.op == Op::kBarrier) b.waiting = waiting_for(n.object);
  return b;
}

void Machine::hand_on_access(ThreadId t, const BoundNode& n, bool writes) {
  if (n.plain || n.op == Op::kFree) {
    for (const auto& [address, slot] : handing_)
      if (writes && address >= n.at && address < n.at + n.length && (address - n.at) % 4 == 0)
        state_[slot] &= ~uint32_t{kToAll};
    return;
  }
  const uint32_t order = n.op == Op::kRmw && !writes ? n.failure : n.order;
  for (uint64_t a = n.at; a == n.at || (n.length > 8 && a < n.at + n.length); a += 4) {
    uint32_t* at = handing(a);
    if (at == nullptr) continue;
    const bool reads = n.op != Op::kWrite;
    if (reads && (*at & kToAll)) aware(t) |= acquires(order) ? kKnows : kHeard;
    const uint32_t own = (releases(order) ? knows(t) : (aware(t) & kFenced) != 0) ? kToAll : 0;
    if (writes) *at = (reads ? *at : 0) | own;
  }
}

void Machine::fence(ThreadId t) {
  if (!model_.watches) return;
  const uint32_t order = node(t).order;
  if (acquires(order)) learn(t, aware(t) & kHeard);
  if (releases(order)) aware(t) = knows(t) ? aware(t) | kFenced : aware(t) & ~uint32_t{kFenced};
}

// Thread t has performed the operation at a node that it has left.
void Machine::hand_on(ThreadId t, const Before& before) {
  const BoundNode& n = model_.nodes[before.node];
  const bool refused = told_ == 1;  // of tries
  const auto take = [&](uint64_t object, bool shared) {
    const uint32_t* at = handing(object);
    learn(t, at != nullptr && (*at & (shared ? kToAll : kToAll | kToWriters)));
  };
  const auto give = [&](uint64_t object, uint32_t to) {
    if (uint32_t* at = handing(object); at != nullptr && knows(t)) *at |= to;
  };
  switch (n.op) {
    case Op::kRead:
    case Op::kWrite:
    case Op::kRmw:
    case Op::kFree: return n.object == kNoCell ? hand_on_access(t, n, before.writes) : void();
    case Op::kLock: return take(n.at, false);
    case Op::kReadLock: return take(n.at, true);
    case Op::kTryLock:
    case Op::kTryReadLock: return refused ? void() : take(n.at, n.op == Op::kTryReadLock);
    case Op::kUnlock: return refused ? void() : give(n.at, before.owner == t + 1u ? kToAll : kToWriters);
    case Op::kCondWait: return give(n.second, kToAll);
    case Op::kCondWake: return take(n.second, false);
    case Op::kSignal:
    case Op::kBroadcast:
      for (const ThreadId u : before.waiting)
        if (waits(u) == 0) learn(u, knows(t));
      return;
    case Op::kSemPost: return give(n.at, kToAll);
    case Op::kSemWait: return take(n.at, true);
    case Op::kSemTryWait: return refused ? void() : take(n.at, true);
    case Op::kBarrier: {
      give(n.at, kToAll);
      uint32_t* at = handing(n.at);
      if (at == nullptr || waits(t) != 0) return;
      for (const ThreadId u : before.waiting) learn(u, *at & kToAll);
      learn(t, *at & kToAll);
      *at = 0;
      return;
    }
    case Op::kOnceEnter: return take(n.at, true);
    case Op::kOnceLeave:
      if (uint32_t* at = handing(n.at)) *at = knows(t) ? kToAll : 0;
      return;
    default: return;
  }
}

// True if nothing orders what thread t has just done after the watched access, and they conflict.
bool Machine::unordered(ThreadId t, const Before& before) {
  const BoundNode &a = model_.nodes[watched() / 2], &b = model_.nodes[before.node];
  if (knows(t) || !is_access_of_memory(b) || b.object != kNoCell) return false;
  if (!dependence::overlap(a.at, a.length, b.at, b.length)) return false;
  const bool plain = a.plain || b.plain || b.op == Op::kFree;
  if (!plain || !((watched() & 1) != 0 || before.writes)) return false;
  char text[160];
  std::snprintf(text, sizeof text, "a data race: thread %d: %s at 0x%llx, which nothing orders after a %s", t,
                name(b.op), static_cast<unsigned long long>(b.at), name(a.op));
  problem_ = text;
  return true;
}

}  // namespace heddle::certificate
