// What operations of synchronisation do.
#include "certificate/machine.h"

namespace heddle::certificate {

bool Machine::lock(ThreadId t) {
  const BoundNode& n = node(t);
  const Word w = word(n.object);
  const bool mine = w.value == t + 1u, nobodys = w == Word{};
  if (is_gone(w)) return fail(t, is_freed(w) ? "the lock was freed" : "the lock was destroyed");
  const Word taken = {t + 1u, mine ? w.extra + 1 : 1}, shared = {0, w.extra + 1};
  bool seen = false;
  for (const Edge& e : n.edges) seen |= e.told == 0;
  switch (n.op) {
    case Op::kLock: set(n.object, taken); return go_to(t, n.then);
    case Op::kReadLock: set(n.object, shared); return go_to(t, n.then);
    case Op::kTryLock:
      if (!nobodys && !(mine && seen)) return tell(t, 1);
      set(n.object, taken);
      return tell(t, 0);
    case Op::kTryReadLock:
      if (w.value != 0) return tell(t, 1);
      set(n.object, shared);
      return tell(t, 0);
    default: break;
  }
  if (!mine && (w.value != 0 || w.extra == 0)) return tell(t, 1);  // refused: it is not held by this thread
  set(n.object, w.extra > 1 ? Word{w.value, w.extra - 1} : Word{});
  return tell(t, 0);
}

// Some of `who` go on; all if they are not more than `most`, else the one chosen.
bool Machine::wake(ThreadId t, std::vector<ThreadId> who, uint64_t most, int choice, uint64_t& woken) {
  if (most < who.size()) {
    if (most > 1) return fail(t, "it wakes several of more, which the checker does not know");
    who = most == 0 ? std::vector<ThreadId>{} : std::vector{who[static_cast<size_t>(choice)]};
  }
  for (ThreadId u : who) {
    waits(u) = 0;
    if (may_give_up(u) && !tell(u, 0)) return false;
  }
  woken = who.size();
  return true;
}

bool Machine::synchronise(ThreadId t, int choice) {
  const BoundNode& n = node(t);
  const Word w = word(n.object);
  uint64_t woken = 0;
  const bool by_right = n.op == Op::kCondWake || n.op == Op::kFutexWake;  // what is woken, or waited for, may be gone
  if (is_gone(w) && !by_right) return fail(t, is_freed(w) ? "the object was freed" : "the object was destroyed");
  switch (n.op) {
    case Op::kCondWait:
      if (word(n.mutex) != Word{t + 1u, 1}) return fail(t, "the mutex is not held, or more than once");
      set(n.mutex, {});
      waits(t) = n.object + 1;
      return go_to(t, n.then);
    case Op::kCondWake:
      if (is_gone(word(n.mutex))) return fail(t, "the mutex was freed or destroyed");
      set(n.mutex, {t + 1u, 1});
      return go_to(t, n.then);
    case Op::kLeaveCondition:
    case Op::kLeaveFutex: waits(t) = 0; return tell(t, 1);
    case Op::kSignal: return wake(t, waiting_for(n.object), 1, choice, woken) && go_to(t, n.then);
    case Op::kBroadcast: return wake(t, waiting_for(n.object), UINT64_MAX, choice, woken) && go_to(t, n.then);
    case Op::kSemWait:
    case Op::kSemTryWait:
    case Op::kSemPost:
      if (w.extra == 0) return fail(t, "no run has shown its count at first");
      if (n.op == Op::kSemTryWait && w.value == 0) return tell(t, 1);
      set(n.object, {n.op == Op::kSemPost ? w.value + 1 : w.value - 1, w.extra});
      return n.op == Op::kSemTryWait ? tell(t, 0) : go_to(t, n.then);
    case Op::kBarrier: {
      const std::vector<ThreadId> others = waiting_for(n.object);
      const bool complete = others.size() + 1 >= n.value;
      if (complete) wake(t, others, UINT64_MAX, 0, woken);
      else waits(t) = n.object + 1;
      return n.blind ? go_to(t, n.then) : tell(t, complete);
    }
    case Op::kOnceEnter:
      if (w.value == 2) return tell(t, 0);
      set(n.object, {1, 0});
      return tell(t, 1);
    case Op::kOnceLeave: {
      if (is_freed(n.place)) return fail(t, "the memory was freed");
      set(n.object, {n.value != 0 ? 2u : 0u, 0});
      store(n.place, bytes_of(n.value, 1));
      return go_to(t, n.then);
    }
    case Op::kFutexWait: {
      std::string memory;
      if (load(n.place, memory) != Seen::kKnown) return fail(t, "no run has shown what is there at first");
      const uint64_t value = number_of(memory);
      if (value != n.second) return tell(t, uint64_t{1} << 32 | value);
      waits(t) = n.object + 1;
      return tell(t, 0);
    }
    case Op::kFutexWake:
      if (!wake(t, waiting_for(n.object), n.second, choice, woken)) return false;
      return n.blind ? go_to(t, n.then) : tell(t, woken);
    default: return fail(t, "the checker does not know this operation");
  }
}

}  // namespace heddle::certificate
