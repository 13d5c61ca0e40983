#include "causal/trace_state.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/hash.h"
#include "causal/pool.h"
#include "causal/sync_words.h"

namespace heddle::causal {
namespace {

uint64_t bit(int t) { return uint64_t{1} << t; }
bool is_mine(uint64_t word, int t) { return words::lock::is_held_by(word, static_cast<uint32_t>(t)); }

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
  deviated_.clear();
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
      case Change::kDeviated:
        hash_ -= mix(c.index, ~uint64_t{0});
        deviated_.pop_back();
        break;
    }
    log_.pop_back();
  }
  restless_ = ~uint64_t{0};
}

// What the next act would tell its thread if it were performed now; false if it cannot be.
bool TraceState::told_now(int t, const Act& a, uint64_t& answer) const {
  answer = a.told;
  switch (a.op) {
    case Op::kRead:
    case Op::kRmw: {
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
    case Op::kLock: return words::lock::is_free(value_[a.cell]) || is_mine(value_[a.cell], t);
    case Op::kReadLock: return !words::lock::is_written(value_[a.cell]);
    case Op::kTryLock:  // whether a thread can take its own lock again does not depend on others: as in the trace
      if (!is_mine(value_[a.cell], t)) answer = !words::lock::is_free(value_[a.cell]);
      return true;
    case Op::kTryReadLock: answer = words::lock::is_written(value_[a.cell]); return true;
    case Op::kCondWait: return is_mine(value_[a.second_cell], t);
    case Op::kCondWake: return words::lock::is_free(value_[a.second_cell]);
    case Op::kSemWait: return known_[a.cell] != 0 && value_[a.cell] > 0;
    case Op::kSemTryWait: answer = value_[a.cell] == 0; return known_[a.cell] != 0;
    case Op::kSemPost: return known_[a.cell] != 0;
    case Op::kBarrier: answer = words::completes(value_[a.cell] | bit(t), a.value); return true;
    case Op::kOnceEnter: answer = value_[a.cell] != words::kOnceDone; return value_[a.cell] != words::kOnceRunning;
    case Op::kFutexWait: {
      if ((known_[a.second_cell] >> a.shift & a.mask) != a.mask) return false;
      const uint64_t word = value_[a.second_cell] >> a.shift & a.mask;
      answer = word == a.second ? 0 : words::kFutexDiffered | word;
      return true;
    }
    case Op::kFutexWake: answer = words::count(words::woken(value_[a.cell], a.second, 0)); return true;
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
  if (id == kNoAct || id == model_.end(t) || model_[id].pending) return false;
  const Act& a = model_[id];
  if (question_ == nullptr) return can_answer(t, a.told);
  // What is made anew there would not be known.
  if (writes_memory(a) && a.list_size > 0 && is_fed(id)) return false;
  return can_answer(t, a.told) || deviates(t);
}

// What it reads need not be known; or, of an addition that nobody looks at, what it adds to.
bool TraceState::deviates(int t) const {
  if (question_ == nullptr || !is_ready(t)) return false;
  const ActId id = at(t);
  const Act& a = model_[id];
  if (a.pending || a.cell == kNoCell || !is_access(a.op) || dead_[a.cell]) return false;
  const bool adds_blindly = a.op == Op::kRmw && a.blind;
  if (!adds_blindly && !question_->may_deviate(model_, id)) return false;
  uint64_t now = 0;
  return !told_now(t, a, now) || (!adds_blindly && now != a.told);
}

std::optional<uint64_t> TraceState::tells(int t) const {
  const Act& a = model_[at(t)];
  uint64_t now = 0;
  if (question_ == nullptr || !is_access(a.op)) return a.told;
  return told_now(t, a, now) ? std::optional(now) : std::nullopt;
}

// Does what the act writes depend on an act that was told something else?
bool TraceState::is_fed(ActId id) const {
  return std::any_of(deviated_.begin(), deviated_.end(),
                     [&](ActId read) { return read == id || question_->freedom->feeds(read, id); });
}

int TraceState::choices(int t) const {
  const Act& a = model_[at(t)];
  if (a.op == Op::kChoose) return static_cast<int>(a.value);
  if (a.op == Op::kSignal) return words::choices(value_[a.cell], 1);
  if (a.op == Op::kFutexWake) return words::choices(value_[a.cell], a.second);
  return 1;
}

int TraceState::choice_for(int t, int woken) const {
  const uint64_t waiters = value_[model_[at(t)].cell];
  return waiters & bit(woken) ? std::popcount(waiters & (bit(woken) - 1)) : -1;
}

void TraceState::wait_at(int t, CellId c) {
  set(c, value_[c] | bit(t));
  flags(waiting_ | bit(t), over_, section_);
}

void TraceState::wake(CellId c, uint64_t woken) {
  if (woken == 0) return;
  set(c, value_[c] & ~woken);
  flags(waiting_ & ~woken, over_, section_);
  restless_ |= woken;
}

void TraceState::write_bits(CellId c, const Act& a, uint64_t value) {
  const uint64_t bits = a.mask << a.shift;
  set(c, (value_[c] & ~bits) | (value & a.mask) << a.shift, known_[c] | bits);
}

void TraceState::forget_bits(CellId c, const Act& a) {
  const uint64_t bits = a.mask << a.shift;
  set(c, value_[c] & ~bits, known_[c] & ~bits);
}

void TraceState::access(ActId id, const Act& a) {
  if (a.op == Op::kFree) {
    for (CellId c : model_.list(a)) {
      log_.emplace_back(Change::kDead, false, 0, c, dead_[c], 0);
      dead_[c] = 1;
    }
  } else if (a.op == Op::kWrite || (a.op == Op::kRmw && !(a.flags & kFailed))) {
    const uint64_t bits = a.mask << a.shift;
    if (question_ != nullptr && (is_fed(id) || (a.op == Op::kRmw && (known_[a.cell] & bits) != bits)))
      return forget_bits(a.cell, a);
    write_bits(a.cell, a, a.blind ? (value_[a.cell] >> a.shift) + a.value : a.value);
    for (CellId c : model_.list(a))  // objects that live there are made anew
      set(c, model_.what(c) == ObjectKind::kSemaphore ? words::semaphore_with(a.value) : 0);
  }
}

void TraceState::lock(int t, const Act& a) {
  const uint64_t word = value_[a.cell];
  const auto me = static_cast<uint32_t>(t);
  if (has_answer(a.op) && a.told != 0) return;  // it failed
  if (is_shared(a.op)) return set(a.cell, words::lock::take_shared(word));
  if (a.op != Op::kUnlock) return set(a.cell, words::lock::take(word, me));
  if (words::lock::can_release(word, me))
    set(a.cell, words::lock::release(word, me));  // otherwise a misuse, which fails
}

void TraceState::condition(int t, const Act& a, int choice) {
  const uint64_t waiting = value_[a.cell];
  switch (a.op) {
    case Op::kCondWait: set(a.second_cell, words::lock::kFree); return wait_at(t, a.cell);
    case Op::kCondWake: return set(a.second_cell, words::lock::take(words::lock::kFree, static_cast<uint32_t>(t)));
    case Op::kSignal: return wake(a.cell, words::one_of(waiting, choice));
    default: return wake(a.cell, waiting);
  }
}

void TraceState::once(const Act& a) {
  if (a.op == Op::kOnceLeave) {
    set(a.cell, words::once_after(a.value != 0));
    write_bits(a.second_cell, a, a.value);
  } else if (a.told != 0) {
    set(a.cell, words::kOnceRunning);
  }
}

void TraceState::perform(int t, int choice) {
  const ActId id = at(t);
  const Act& a = model_[id];
  const uint64_t word = a.cell != kNoCell ? value_[a.cell] : 0;
  if (deviates(t) && !a.blind) {
    log_.emplace_back(Change::kDeviated, false, 0, id, 0, 0);
    hash_ += mix(id, ~uint64_t{0});
    deviated_.push_back(id);
  }
  switch (object_kind(a.op)) {
    case ObjectKind::kAccess: access(id, a); break;
    case ObjectKind::kLock: lock(t, a); break;
    case ObjectKind::kCondition: condition(t, a, choice); break;
    case ObjectKind::kSemaphore:
      if (!is_try(a.op) || a.told == 0) set(a.cell, a.op == Op::kSemPost ? word + 1 : word - 1);
      break;
    case ObjectKind::kBarrier: a.told == 0 ? wait_at(t, a.cell) : wake(a.cell, word); break;
    case ObjectKind::kOnce: once(a); break;
    case ObjectKind::kFutex:
      if (a.op == Op::kFutexWake) wake(a.cell, words::woken(word, a.second, choice));
      else if (a.told == 0) wait_at(t, a.cell);
      break;
    case ObjectKind::kNothing: break;
  }
  move(t, id + 1);
  flags(waiting_, over_, -1);
  settle(t);
}

bool TraceState::released(const Act& await) const {
  for (const Wakeup& w : model_.wakeups(await)) {
    const uint64_t word = value_[w.place.cell], bits = w.place.mask << w.place.shift;
    if (question_ != nullptr && is_access(w.op) && (known_[w.place.cell] & bits) != bits) continue;
    const bool met = w.op == Op::kSemTryWait    ? word > 0
                     : w.op == Op::kTryReadLock ? !words::lock::is_written(word)
                     : w.op == Op::kTryLock     ? words::lock::is_free(word)
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
        if (other >= model_.threads() || at(other) == kNoAct || at(other) != model_.end(other) ||
            (waiting_ & bit(other)))
          return;
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
