#include "causal/trace_state.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/hash.h"
#include "causal/pool.h"

namespace heddle::causal {
namespace {

uint64_t bit(int t) { return uint64_t{1} << t; }
uint64_t owner(int t) { return static_cast<uint64_t>(t) + 1; }
constexpr uint64_t kOnce = 0x10000, kReader = uint64_t{1} << 32;

}  // namespace

void TraceState::start(const uint8_t* watched) {
  watched_ = watched;
  value_.resize(model_.cells());
  known_.resize(model_.cells());
  for (CellId c = 0; c < model_.cells(); ++c) value_[c] = model_.initial(c), known_[c] = model_.initial_known(c);
  dead_.assign(model_.cells(), 0);
  at_.fill(kNoAct);
  waiting_ = 0;
  restless_ = ~uint64_t{0};
  over_ = false;
  section_ = -1;
  hash_ = 0;
  log_.clear();
  if (model_.threads() == 0) return;
  at_[0] = model_.first(0);
  settle(0);
  log_.clear();
}

void TraceState::set(CellId c, uint64_t value, uint64_t known) {
  log_.emplace_back(Change::kCell, false, 0, c, value_[c], known_[c]);
  if (watched_ != nullptr && watched_[c]) hash_ += mix(c, value) - mix(c, value_[c]);
  value_[c] = value;
  known_[c] = known;
}

void TraceState::move(int t, ActId to) {
  ActId& at = at_[static_cast<size_t>(t)];
  log_.emplace_back(Change::kAt, false, 0, static_cast<uint32_t>(t), at, 0);
  hash_ += mix(~static_cast<uint64_t>(t), to) - mix(~static_cast<uint64_t>(t), at);
  at = to;
}

void TraceState::flags(uint64_t waiting, bool over, int section) {
  if (waiting == waiting_ && over == over_ && section == section_) return;
  log_.emplace_back(Change::kFlags, over_, static_cast<int8_t>(section_), 0, waiting_, 0);
  waiting_ = waiting;
  over_ = over;
  section_ = section;
}

void TraceState::undo(size_t mark) {
  while (log_.size() > mark) {
    const Change& c = log_.back();
    switch (c.what) {
      case Change::kCell:
        if (watched_ != nullptr && watched_[c.index]) hash_ += mix(c.index, c.a) - mix(c.index, value_[c.index]);
        value_[c.index] = c.a;
        known_[c.index] = c.b;
        break;
      case Change::kAt:
        hash_ += mix(~uint64_t{c.index}, c.a) - mix(~uint64_t{c.index}, at_[c.index]);
        at_[c.index] = static_cast<ActId>(c.a);
        break;
      case Change::kFlags:
        over_ = c.over;
        section_ = c.section;
        waiting_ = c.a;
        break;
      case Change::kDead: dead_[c.index] = static_cast<uint8_t>(c.a); break;
    }
    log_.pop_back();
  }
  restless_ = ~uint64_t{0};
}

// What the next act would tell its thread if it were performed now; false if it cannot be.
bool TraceState::told_now(int t, const Act& a, uint64_t& answer) const {
  answer = a.told;
  switch (a.op) {
    case Op::kRead: case Op::kRmw: {
      if (dead_[a.cell]) return false;
      const uint64_t bits = a.mask << a.shift;
      if (a.blind) return a.op == Op::kRead || (known_[a.cell] & bits) == bits;
      if ((known_[a.cell] & bits) != bits) return false;
      answer = value_[a.cell] >> a.shift & a.mask;
      return true;
    }
    case Op::kWrite: return !dead_[a.cell];
    case Op::kFree:
      for (CellId c : model_.list(a))
        if (dead_[c]) return false;
      return true;
    case Op::kLock: return value_[a.cell] == 0 || (value_[a.cell] & 0xffff) == owner(t);
    case Op::kReadLock: return (value_[a.cell] & 0xffff) == 0;
    case Op::kTryLock: {
      const bool mine = (value_[a.cell] & 0xffff) == owner(t);
      if (!mine) answer = value_[a.cell] != 0;  // its own lock: by its line alone, so as in the trace
      return true;
    }
    case Op::kTryReadLock: answer = (value_[a.cell] & 0xffff) != 0; return true;
    case Op::kCondWait: return (value_[a.second_cell] & 0xffff) == owner(t);
    case Op::kCondWake: return value_[a.second_cell] == 0;
    case Op::kSemWait: return known_[a.cell] != 0 && value_[a.cell] > 0;
    case Op::kSemTryWait: answer = value_[a.cell] == 0; return known_[a.cell] != 0;
    case Op::kSemPost: return known_[a.cell] != 0;
    case Op::kBarrier: answer = static_cast<uint64_t>(std::popcount(value_[a.cell] | bit(t))) >= a.value; return true;
    case Op::kOnceEnter: answer = value_[a.cell] != 2; return value_[a.cell] != 1;
    case Op::kFutexWait: {
      if ((known_[a.second_cell] >> a.shift & a.mask) != a.mask) return false;
      const uint64_t word = value_[a.second_cell] >> a.shift & a.mask;
      answer = word == a.second ? 0 : kReader | word;
      return true;
    }
    case Op::kFutexWake: {
      const auto waiters = static_cast<uint64_t>(std::popcount(value_[a.cell]));
      answer = a.second < waiters ? 1 : waiters;
      return true;
    }
    default: return true;
  }
}

// Does thread t stand before an act, neither waiting nor kept off?
bool TraceState::is_ready(int t) const {
  return !over_ && at(t) != kNoAct && at(t) != model_.end(t) && !(waiting_ & bit(t)) && (section_ < 0 || section_ == t);
}

bool TraceState::finds_freed(int t) const {
  return is_ready(t) && is_access(model_[at(t)].op) && model_[at(t)].cell != kNoCell && dead_[model_[at(t)].cell];
}

bool TraceState::can_answer(int t, uint64_t answer) const {
  if (!is_ready(t)) return false;
  const Act& a = model_[at(t)];
  if (is_automatic(a.op)) return false;
  uint64_t now = 0;
  return told_now(t, a, now) && (a.op == Op::kChoose ? answer < a.value : now == answer);
}

bool TraceState::can_repeat(int t) const {
  const ActId id = at(t);
  return id != kNoAct && id != model_.end(t) && !model_[id].pending && can_answer(t, model_[id].told);
}

int TraceState::choices(int t) const {
  const Act& a = model_[at(t)];
  if (a.op == Op::kChoose) return static_cast<int>(a.value);
  if (a.op == Op::kSignal) return std::max(1, std::popcount(value_[a.cell]));
  if (a.op == Op::kFutexWake && a.second < static_cast<uint64_t>(std::popcount(value_[a.cell]))) return std::popcount(value_[a.cell]);
  return 1;
}

int TraceState::choice_for(int t, int woken) const {
  const uint64_t waiters = value_[model_[at(t)].cell];
  return waiters & bit(woken) ? std::popcount(waiters & (bit(woken) - 1)) : -1;
}

void TraceState::perform(int t, int choice) {
  const ActId id = at(t);
  const Act& a = model_[id];
  const uint64_t me = bit(t);
  uint64_t waiting = waiting_;
  const auto one_of = [&](uint64_t set) {
    for (int k = 0; k < choice; ++k) set &= set - 1;
    return set & (~set + 1);
  };
  const auto wake = [&](uint64_t woken) {
    if (woken == 0) return;
    set(a.cell, value_[a.cell] & ~woken);
    waiting &= ~woken;
    restless_ |= woken;
  };
  const uint64_t word = a.cell != kNoCell ? value_[a.cell] : 0;
  switch (a.op) {
    case Op::kWrite: case Op::kRmw: {
      if (a.op == Op::kRmw && (a.flags & kFailed)) break;
      const uint64_t bits = a.mask << a.shift;
      const uint64_t written = (a.blind ? (word >> a.shift) + a.value : a.value) & a.mask;
      set(a.cell, (word & ~bits) | written << a.shift, known_[a.cell] | bits);
      for (CellId c : model_.list(a)) set(c, model_.what(c) == dependence::Class::kSemaphore ? a.value & 0xffffffff : 0);
      break;
    }
    case Op::kFree:
      for (CellId c : model_.list(a)) {
        log_.emplace_back(Change::kDead, false, 0, c, dead_[c], 0);
        dead_[c] = 1;
      }
      break;
    case Op::kTryLock:
      if (a.told != 0) break;
      [[fallthrough]];
    case Op::kLock: set(a.cell, word == 0 ? owner(t) | kOnce : word + kOnce); break;
    case Op::kTryReadLock:
      if (a.told != 0) break;
      [[fallthrough]];
    case Op::kReadLock: set(a.cell, word + kReader); break;
    case Op::kUnlock:
      if (a.told != 0) break;
      if ((word & 0xffff) != owner(t) && word >> 32 == 0) break;  // a misuse, which fails
      if ((word & 0xffff) != owner(t)) set(a.cell, word - kReader);
      else set(a.cell, (word >> 16 & 0xffff) > 1 ? word - kOnce : word & ~uint64_t{0xffffffff});
      break;
    case Op::kCondWait:
      set(a.second_cell, 0);
      set(a.cell, word | me);
      waiting |= me;
      break;
    case Op::kCondWake: set(a.second_cell, owner(t) | kOnce); break;
    case Op::kSignal: wake(one_of(word)); break;
    case Op::kBroadcast: wake(word); break;
    case Op::kSemTryWait:
      if (a.told != 0) break;
      [[fallthrough]];
    case Op::kSemWait: set(a.cell, word - 1); break;
    case Op::kSemPost: set(a.cell, word + 1); break;
    case Op::kBarrier:
      if (a.told == 0) {
        set(a.cell, word | me);
        waiting |= me;
      } else {
        wake(word);
      }
      break;
    case Op::kOnceEnter:
      if (a.told != 0) set(a.cell, 1);
      break;
    case Op::kOnceLeave: {
      set(a.cell, a.value != 0 ? 2 : 0);
      const uint64_t bits = a.mask << a.shift;
      set(a.second_cell, (value_[a.second_cell] & ~bits) | (a.value & a.mask) << a.shift, known_[a.second_cell] | bits);
      break;
    }
    case Op::kFutexWait:
      if (a.told != 0) break;
      set(a.cell, word | me);
      waiting |= me;
      break;
    case Op::kFutexWake:
      wake(a.second < static_cast<uint64_t>(std::popcount(word)) ? one_of(word) : word);
      break;
    default: break;
  }
  move(t, id + 1);
  flags(waiting, over_, -1);
  settle(t);
}

bool TraceState::released(const Act& await) const {
  for (const Wakeup& w : model_.wakeups(await)) {
    const uint64_t word = value_[w.place.cell];
    const bool met = w.op == Op::kSemTryWait    ? word > 0
                     : w.op == Op::kTryReadLock ? (word & 0xffff) == 0
                     : w.op == Op::kTryLock     ? word == 0
                                                : (word >> w.place.shift & w.place.mask) != w.value;
    if (met) return true;
  }
  return false;
}

// One thread goes on by itself as far as it can.
void TraceState::advance(int t) {
  while (!over_ && !(waiting_ & bit(t))) {
    const ActId id = at(t);
    if (id == kNoAct || id == model_.end(t)) return;
    const Act& a = model_[id];
    if (a.exits) {
      flags(waiting_, true, section_);
      return;
    }
    switch (a.op) {
      case Op::kCreate:
        if (const auto child = static_cast<int>(a.object); child < model_.threads() && at(child) == kNoAct) {
          move(child, model_.first(child));
          restless_ |= bit(child);
        }
        break;
      case Op::kJoin: {
        const auto other = static_cast<int>(a.object);
        restless_ |= bit(t);
        if (other >= model_.threads() || at(other) == kNoAct || at(other) != model_.end(other) || (waiting_ & bit(other))) return;
        if (model_.first(other) == model_.end(other) || model_[model_.end(other) - 1].op != Op::kEnd) return;
        break;
      }
      case Op::kAwait:
        restless_ |= bit(t);
        if (!released(a)) return;
        break;
      case Op::kEnd: break;
      case Op::kStop: return;
      default:
        if (a.flags & kInSection) flags(waiting_, over_, t);
        return;
    }
    move(t, id + 1);
  }
}

// Everyone goes on who can without a scheduled act; the one that performed the last act first.
void TraceState::settle(int first) {
  const uint64_t all = model_.threads() == kMaxLines ? ~uint64_t{0} : bit(model_.threads()) - 1;
  advance(first);
  for (bool moved = true; moved && !over_;) {
    moved = false;
    for (uint64_t rest = std::exchange(restless_, 0) & all; rest != 0; rest &= rest - 1) {
      const int t = std::countr_zero(rest);
      const ActId before = at(t);
      advance(t);
      moved |= at(t) != before;
    }
  }
}

}  // namespace heddle::causal
