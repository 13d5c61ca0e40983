#include "certificate/machine.h"

#include <algorithm>
#include <cstdio>

#include "trace/contents.h"

namespace heddle::certificate {

using dependence::Class;
using dependence::class_of;

Machine::Machine(const Model& model)
    : model_(model), threads_(static_cast<uint32_t>(model.roots.size())), words_(model.cells.size()),
      numbers_(model.cells.size()) {
  state_.resize(2 * threads_ + model.cells.size() + 1);
  for (uint32_t c = 0; c < model.cells.size(); ++c)
    set(c, {model.cells[c].value & model.cells[c].known, model.cells[c].known});
}

void Machine::set(uint32_t cell, Word word) {
  const auto [found, is_new] = numbers_[cell].emplace(word, static_cast<uint32_t>(words_[cell].size()));
  if (is_new) words_[cell].push_back(word);
  state_[2 * threads_ + cell] = found->second;
}

std::string Machine::describe(ThreadId t) const {
  const BoundNode& n = node(t);
  char text[96];
  const char* what = n.kind == Kind::kEvent ? name(n.op) : kKindNames[static_cast<int>(n.kind)];
  std::snprintf(text, sizeof text, n.at < kMaxThreads ? "thread %d: %s %llu" : "thread %d: %s at 0x%llx", t, what,
                static_cast<unsigned long long>(n.at));
  return text;
}

bool Machine::fail(ThreadId t, const char* what) {
  problem_ = describe(t) + ": " + what;
  return false;
}

std::vector<ThreadId> Machine::waiting_for(uint32_t cell) const {
  std::vector<ThreadId> list;
  for (uint32_t t = 0; t < threads_; ++t)
    if (waits(static_cast<ThreadId>(t)) == cell + 1) list.push_back(static_cast<ThreadId>(t));
  return list;
}

bool Machine::can_perform(ThreadId t) const {
  const BoundNode& n = node(t);
  switch (n.op) {
    case Op::kLock: {
      const Word w = word(n.object);  // a lock that was seen to be taken again is a recursive one
      return (w.value == 0 && w.extra == 0) || is_gone(w) || (w.value == t + 1u && n.then != 0);
    }
    case Op::kReadLock: return word(n.object).value == 0 || is_gone(word(n.object));
    case Op::kCondWake: return word(n.mutex) == Word{} || is_gone(word(n.mutex));
    case Op::kSemWait: return word(n.object).value > 0 || word(n.object).extra == 0;
    case Op::kOnceEnter: return word(n.object).value != 1;
    default: return true;
  }
}

std::vector<ThreadId> Machine::enabled() const {
  std::vector<ThreadId> list;
  for (uint32_t i = 0; i < threads_; ++i) {
    const auto t = static_cast<ThreadId>(i);
    if (at(t) == 0 || waits(t) != 0 || node(t).kind != Kind::kEvent || !can_perform(t)) continue;
    if (node(t).section) return {t};
    list.push_back(t);
  }
  return list;
}

bool Machine::is_private(ThreadId t) const {
  bool alone = true;
  node(t).for_each_cell([&](uint32_t c) {
    ThreadSet others = model_.users[c];
    others.reset(t);
    alone &= !others.any();
  });
  return alone;
}

// Does the access that thread t is about to make change the memory? A compare-exchange that fails does not.
bool Machine::writes(ThreadId t) const {
  const BoundNode& n = node(t);
  if (n.op != Op::kRmw || n.blind) return n.op != Op::kRead;
  std::string old;
  load(n.place, old);
  for (const Edge& e : n.edges)
    if (e.told == number_of(old)) return !e.fails;
  return true;
}

bool Machine::raced(const std::vector<ThreadId>& enabled) {
  const auto is_access_of_memory = [](const BoundNode& n) { return is_access(n.op) && n.op != Op::kFree; };
  for (ThreadId t : enabled)
    for (ThreadId u : enabled) {
      const BoundNode &a = node(t), &b = node(u);
      if (u >= t || !is_access_of_memory(a) || !is_access_of_memory(b)) continue;
      if (!dependence::overlap(a.at, a.length, b.at, b.length)) continue;
      if (!(a.plain || b.plain) || !(writes(t) || writes(u))) continue;
      problem_ = "a data race: " + describe(u) + "; " + describe(t);
      return true;
    }
  return false;
}

int Machine::choices(ThreadId t) const {
  const BoundNode& n = node(t);
  if (n.op == Op::kChoose) return static_cast<int>(n.value);
  if (n.op != Op::kSignal && n.op != Op::kFutexWake) return 1;
  const size_t waiters = waiting_for(n.object).size();
  const uint64_t most = n.op == Op::kSignal ? 1 : n.second;
  return most > 0 && most < waiters ? static_cast<int>(waiters) : 1;
}

bool Machine::go_to(ThreadId t, uint32_t next) {
  if (next == 0) return fail(t, "no run has shown what comes after this");
  at(t) = next;
  return true;
}

bool Machine::tell(ThreadId t, uint64_t answer) {
  for (const Edge& e : node(t).edges)
    if (e.told == answer) return go_to(t, e.to);
  char text[80];
  std::snprintf(text, sizeof text, "no run has shown the answer %llu", static_cast<unsigned long long>(answer));
  return fail(t, text);
}

bool Machine::perform(ThreadId t, int choice) {
  const BoundNode& n = node(t);
  bool fine = false;
  switch (class_of(n.op)) {
    case Class::kAccess: fine = n.op == Op::kFree ? free(t) : access(t); break;
    case Class::kLock: fine = lock(t); break;
    case Class::kNothing: fine = n.op == Op::kChoose ? tell(t, static_cast<uint64_t>(choice)) : go_to(t, n.then); break;
    default: fine = synchronise(t, choice);
  }
  return fine && settle(t);
}

Machine::Seen Machine::load(const Place& place, std::string& bytes) const {
  bytes.clear();
  for (const Part& p : place) {
    const Word w = word(p.cell);
    if (w == kFreed) return Seen::kFreed;
    const std::string known = bytes_of(w.extra >> (8 * p.first), p.length);
    if (known.find_first_not_of('\xff') != std::string::npos) return Seen::kUnknown;
    bytes += bytes_of(w.value >> (8 * p.first), p.length);
  }
  return Seen::kKnown;
}

void Machine::store(const Place& place, const std::string& bytes) {
  size_t done = 0;
  for (const Part& p : place) {
    const uint64_t bits = ~uint64_t{0} >> (64 - 8 * p.length) << (8 * p.first);
    const uint64_t value = number_of(bytes.substr(done, p.length)) << (8 * p.first);
    const Word before = word(p.cell);
    set(p.cell, {(before.value & ~bits) | value, before.extra | bits});
    done += p.length;
  }
}

bool Machine::is_freed(const Place& place) const {
  return std::any_of(place.begin(), place.end(), [&](const Part& p) { return word(p.cell) == kFreed; });
}

// Objects that live where something is written are new again, or destroyed.
bool Machine::renew(ThreadId t) {
  const BoundNode& n = node(t);
  for (uint32_t c : n.covers) {
    const Class what = model_.cells[c].what;
    const bool used = what == Class::kCondition || what == Class::kBarrier ? !waiting_for(c).empty()
                                                                           : what == Class::kLock && word(c) != Word{};
    const bool destroyed = word(c) == kDestroyed, destroys = n.second == 1;
    if (destroyed && destroys) return fail(t, "the object was destroyed before");
    if (used && !destroyed) return fail(t, "it makes an object anew that is in use");
    const Word count = is_block(n.op, n.at, n.length) ? Word{} : Word{n.value & 0xffffffff, ~uint64_t{0}};
    set(c, destroys ? kDestroyed : what == Class::kSemaphore ? count : Word{});
  }
  return true;
}

bool Machine::access(ThreadId t) {
  const BoundNode& n = node(t);
  if (is_freed(n.place)) return fail(t, "the memory was freed");
  if (n.op == Op::kWrite) {
    if (!renew(t)) return false;
    store(n.place, n.bytes);
    return go_to(t, n.then);
  }
  if (n.object != kNoCell) return look_at_semaphore(t);
  std::string old;
  if (load(n.place, old) != Seen::kKnown) return fail(t, "no run has shown what is there at first");
  const uint64_t told = number_of(old);
  if (n.blind) {
    if (n.op == Op::kRmw) store(n.place, bytes_of(told + n.value, n.length));
    return go_to(t, n.then);
  }
  for (const Edge& e : n.edges)
    if (e.told == told && n.op == Op::kRmw && !e.fails) store(n.place, e.bytes);
  return tell(t, told);
}

bool Machine::look_at_semaphore(ThreadId t) {
  const Word w = word(node(t).object);
  if (is_gone(w)) return fail(t, w == kFreed ? "the object was freed" : "the object was destroyed");
  if (w.extra == 0) return fail(t, "no run has shown its count at first");
  return node(t).blind ? go_to(t, node(t).then) : tell(t, w.value & 0xffffffff);
}

bool Machine::free(ThreadId t) {
  for (uint32_t c : node(t).covers) {
    if (word(c) == kFreed) return fail(t, "the memory was freed before");
    set(c, kFreed);
  }
  return go_to(t, node(t).then);
}

bool Machine::lock(ThreadId t) {
  const BoundNode& n = node(t);
  const Word w = word(n.object);
  const bool mine = w.value == t + 1u, nobodys = w == Word{};
  if (is_gone(w)) return fail(t, w == kFreed ? "the lock was freed" : "the lock was destroyed");
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
  for (ThreadId u : who) waits(u) = 0;
  woken = who.size();
  return true;
}

bool Machine::synchronise(ThreadId t, int choice) {
  const BoundNode& n = node(t);
  const Word w = word(n.object);
  uint64_t woken = 0;
  if (is_gone(w) && n.op != Op::kCondWake)  // then the condition may be gone by right
    return fail(t, w == kFreed ? "the object was freed" : "the object was destroyed");
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
    case Op::kFutexWake: return wake(t, waiting_for(n.object), n.second, choice, woken) && tell(t, woken);
    default: return fail(t, "the checker does not know this operation");
  }
}

bool Machine::begin() {
  at(kMainThread) = model_.roots[kMainThread];
  return settle(-1);
}

// Whether a sleeping thread is released: 1 or 0, or -1 if that is not known.
int Machine::met(ThreadId t) const {
  const BoundNode& n = node(t);
  for (size_t i = 0; i < n.until.size(); ++i) {
    const Condition& c = n.until[i];
    if (is_access(c.op)) {
      std::string bytes;
      if (load(n.watched[i], bytes) != Seen::kKnown) return -1;
      if (number_of(bytes) != c.value) return 1;
      continue;
    }
    const Word w = word(n.watched[i][0].cell);
    if (is_gone(w)) return -1;
    if (c.op == Op::kSemTryWait ? w.value > 0 : c.op == Op::kTryReadLock ? w.value == 0 : w == Word{}) {
      return 1;
    }
  }
  return 0;
}

// One thread goes on without an operation, by one node.
Machine::Went Machine::go_on(ThreadId t) {
  const BoundNode& n = node(t);
  switch (n.kind) {
    case Kind::kEvent:
    case Kind::kEnd:
    case Kind::kStopped: return Went::kNowhere;
    case Kind::kUnknown: fail(t, "no run came here"); return Went::kOut;
    case Kind::kFailed: fail(t, "a run failed here"); return Went::kOut;
    case Kind::kExit: state_.back() = 1; return Went::kNowhere;
    case Kind::kEndProcess:
      if (t == kMainThread && model_.ends_with_main) state_.back() = 1;
      return Went::kNowhere;
    case Kind::kCreate: {
      const auto child = static_cast<ThreadId>(n.at);
      if (at(child) != 0) return fail(t, "the thread exists already"), Went::kOut;
      at(child) = n.begins;
      created_.set(child);
      break;
    }
    case Kind::kJoin: {
      const auto child = static_cast<ThreadId>(n.at);
      if (child >= threads_ || at(child) == 0 || node(child).kind != Kind::kEnd || waits(child) != 0)
        return Went::kNowhere;
      if (n.value == 0) break;
      return tell(t, node(child).value) ? Went::kOn : Went::kOut;
    }
    case Kind::kAwait: {
      const int answer = met(t);
      if (answer < 0) return fail(t, "it is not known what it waits for"), Went::kOut;
      if (answer == 0) return Went::kNowhere;
      break;
    }
  }
  return go_to(t, n.then) ? Went::kOn : Went::kOut;
}

// The thread that performed goes on before the others; then the one with the smallest id.
bool Machine::settle(int first) {
  const auto run = [&](ThreadId t, bool& moved) {
    if (at(t) == 0 || waits(t) != 0) return true;
    for (;;) {
      const Went went = go_on(t);
      if (went != Went::kOn) return went == Went::kNowhere;
      moved = true;
    }
  };
  bool moved = false;
  if (first >= 0 && !run(static_cast<ThreadId>(first), moved)) return false;
  for (uint32_t t = 0; t < threads_ && !over(); ++t) {
    moved = false;
    if (!run(static_cast<ThreadId>(t), moved)) return false;
    if (moved) t = UINT32_MAX;  // somebody may be able to go on now
  }
  if (over()) state_.assign(state_.size(), 0), state_.back() = 1;
  return true;
}

bool Machine::stopped() const {
  bool stands = false;
  for (uint32_t i = 0; i < threads_; ++i) {
    const auto t = static_cast<ThreadId>(i);
    if (at(t) == 0 || waits(t) != 0) continue;
    if (node(t).kind == Kind::kEndProcess) return false;
    stands |= node(t).kind == Kind::kStopped;
  }
  return stands;
}

bool Machine::deadlocked() {
  bool all_ended = true;
  std::string who;
  for (uint32_t i = 0; i < threads_; ++i) {
    const auto t = static_cast<ThreadId>(i);
    if (at(t) == 0) continue;
    const Kind kind = node(t).kind;
    if (waits(t) == 0 && (kind == Kind::kEndProcess || kind == Kind::kStopped)) return false;
    if (waits(t) == 0 && kind == Kind::kEnd) continue;
    all_ended = false;
    who += (who.empty() ? "" : "; ") + describe(t) + (waits(t) != 0 ? " (after a wait that nobody ends)" : "");
  }
  if (!all_ended) problem_ = "nobody can go on: " + who;
  return !all_ended;
}

}  // namespace heddle::certificate
