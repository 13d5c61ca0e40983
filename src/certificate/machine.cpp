#include "certificate/machine.h"

#include <algorithm>
#include <cstdio>

namespace heddle::certificate {

using dependence::Class;
using dependence::class_of;

Machine::Machine(const Model& model, AskSolver solver)
    : model_(model), threads_(static_cast<uint32_t>(model.roots.size())), words_(model.cells.size()),
      numbers_(model.cells.size()), questions_(formulas_, std::move(solver)) {
  auto size = static_cast<uint32_t>(2 * threads_ + model.cells.size());
  for (uint32_t t = 0; t < threads_; ++t) {
    first_slot_.push_back(size);
    size += model.slots[t];
  }
  first_watch_ = size;
  if (model.watches) {
    size += 1 + threads_;
    for (const uint64_t address : model.handing) handing_[address] = size++;
  }
  condition_slot_ = size++;
  state_.resize(size + 1);
  for (uint32_t c = 0; c < model.cells.size(); ++c) {
    set(c, {model.cells[c].value & model.cells[c].known, model.cells[c].known});
    if (model.cells[c].what == Class::kLock) locks_.push_back(c);
  }
  group_.assign(threads_, -1);
  for (size_t g = 0; g < model.groups.size(); ++g)
    for (const ThreadId t : model.groups[g]) group_[t] = static_cast<int>(g);
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
  uint64_t object = n.at;
  for (const ThreadId u : n.joins)
    if (has_ended(static_cast<ThreadId>(object))) object = u;  // the first for whom it waits
  std::snprintf(text, sizeof text, object < kMaxThreads ? "thread %d: %s %llu" : "thread %d: %s at 0x%llx", t, what,
                static_cast<unsigned long long>(object));
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

// It waits with a deadline: that passes whenever the schedule says so.
bool Machine::may_give_up(ThreadId t) const { return node(t).kind == Kind::kEvent && leaves_wait(node(t).op); }

std::vector<ThreadId> Machine::enabled() const {
  std::vector<ThreadId> list;
  for (uint32_t i = 0; i < threads_; ++i) {
    const auto t = static_cast<ThreadId>(i);
    if (at(t) == 0 || (waits(t) != 0 && !may_give_up(t)) || node(t).kind != Kind::kEvent || !can_perform(t)) continue;
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
  if (n.op != Op::kRmw || n.blind || (n.fills != 0 && n.expects == 0)) return n.op != Op::kRead;
  std::string old;
  if (load(n.place, old) == Seen::kInput || n.fills != 0) {
    Value found{number_of(old)};
    load_value(n.place, found);
    const auto expected = n.fills != 0 ? evaluate(t, n.compares_with) : std::nullopt;
    if (n.fills != 0) return expected && is_possible(same(*expected, found, 8 * n.length), 1);
    return std::ranges::any_of(n.edges, [&](const Edge& e) { return !e.fails && is_possible(found, e.told); });
  }
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

std::vector<ThreadId> Machine::waiters(ThreadId t) const {
  const BoundNode& n = node(t);
  return n.op == Op::kSignal || n.op == Op::kFutexWake ? waiting_for(n.object) : std::vector<ThreadId>{};
}

int Machine::choices(ThreadId t) const {
  const BoundNode& n = node(t);
  if (n.op == Op::kChoose) return static_cast<int>(n.value);
  if (n.op != Op::kSignal && n.op != Op::kFutexWake) return 1;
  const size_t waiters = this->waiters(t).size();
  const uint64_t most = n.op == Op::kSignal ? 1 : n.second;
  return most > 0 && most < waiters ? static_cast<int>(waiters) : 1;
}

bool Machine::go_to(ThreadId t, uint32_t next, Value filled) {
  if (next == 0) return fail(t, "no run has shown what comes after this");
  const bool fills = node(t).fills != 0;
  std::vector<uint32_t> live;
  for (const uint32_t since : model_.nodes[next].live)
    live.push_back(number_of_value(!fills ? register_of(t, since) : since == 0 ? filled : register_of(t, since - 1)));
  live.resize(model_.slots[t]);
  std::ranges::copy(live, slots(t));
  at(t) = next;
  return true;
}

bool Machine::tell(ThreadId t, uint64_t answer, Value filled) {
  told_ = answer;
  for (const Edge& e : node(t).edges)
    if (e.told == answer) return go_to(t, e.to, filled);
  char text[80];
  std::snprintf(text, sizeof text, "no run has shown the answer %llu", static_cast<unsigned long long>(answer));
  return fail(t, text);
}

bool Machine::perform(ThreadId t, int choice, bool watch) {
  const BoundNode& n = node(t);
  bool fine = false;
  next_decision_ = 0;
  if (!decide_access(t)) return false;
  const bool follows = model_.watches && (watch || watched() != 0);
  const Before before = follows ? this->before(t) : Before{};
  switch (class_of(n.op)) {
    case Class::kAccess: fine = n.op == Op::kFree ? free(t) : access(t); break;
    case Class::kLock: fine = lock(t); break;
    case Class::kNothing:
      if (n.op == Op::kInput) fine = go_to(t, n.then, receive(t));
      else fine = n.op == Op::kChoose ? tell(t, static_cast<uint64_t>(choice)) : go_to(t, n.then);
      break;
    default: fine = synchronise(t, choice);
  }
  if (!fine) return false;
  if (watch) watched() = before.node * 2 + before.writes, aware(t) = kKnows | kMadeIt;
  if (follows) hand_on(t, before);
  return (!follows || !unordered(t, before)) && settle(t);
}

bool Machine::begin() {
  at(kMainThread) = model_.roots[kMainThread];
  return settle(-1);
}

bool Machine::has_ended(ThreadId t) const {
  return t < threads_ && at(t) != 0 && node(t).kind == Kind::kEnd && waits(t) == 0;
}

// Whether a sleeping thread is released: 1 or 0, or -1 if that is not known.
int Machine::met(ThreadId t) {
  const BoundNode& n = node(t);
  for (size_t i = 0; i < n.until.size(); ++i) {
    const Condition& c = n.until[i];
    if (n.read_before[i] != 0) {
      const Value saw = register_of(t, n.read_before[i] - 1);
      if (!decide(t, same(saw, {c.value}, 8 * c.length), {1})) return -1;
      if (saw.formula == 0 && saw.word != c.value) return -1;
    }
    if (is_access(c.op)) {
      Value there;
      if (load_value(n.watched[i], there) != Seen::kKnown) return -1;
      const auto is_same = decide(t, same(there, {c.value}, 8 * c.length), {0, 1});
      if (!is_same) return -1;
      if (*is_same == 0) return 1;
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
      if (model_.watches) learn(child, knows(t));
      break;
    }
    case Kind::kJoin: {
      const auto child = static_cast<ThreadId>(n.at);
      if (n.value != 0 && !has_ended(child)) return Went::kNowhere;
      if (n.value != 0 && model_.watches) learn(t, knows(child));
      if (n.value != 0) return tell(t, node(child).value) ? Went::kOn : Went::kOut;
      if (!std::ranges::all_of(n.joins, [&](ThreadId u) { return has_ended(u); })) return Went::kNowhere;
      for (const ThreadId u : n.joins)
        if (model_.watches) learn(t, knows(u));
      break;
    }
    case Kind::kAsk: {
      const auto answer = evaluate(t, n.writes_or_asks);
      if (!answer) return fail(t, "what it asks is not defined"), Went::kOut;
      std::vector<uint64_t> known;
      for (const Edge& e : n.edges) known.push_back(e.told);
      const auto told = decide(t, *answer, known);
      return told && tell(t, *told) ? Went::kOn : Went::kOut;
    }
    case Kind::kAwait: {
      const int answer = met(t);
      if (answer < 0) return fail(t, "it is not known what it waits for"), Went::kOut;
      if (answer == 0) return Went::kNowhere;
      break;
    }
    case Kind::kFence: fence(t); break;
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
  forget();
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
