#include "causal/machine.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/hash.h"
#include "trace/contents.h"

namespace heddle::causal {

using dependence::Class;

void Machine::start(std::span<const ThreadId> threads, const uint8_t* idle) {
  idle_ = idle;
  index_.fill(-1);
  parts_ = static_cast<int>(threads.size());
  CHECK(parts_ <= kMaxParts);
  for (int i = 0; i < parts_; ++i) {
    thread_[i] = threads[i];
    index_[threads[i]] = static_cast<int8_t>(i);
    at_[i] = kNoNode;
  }
  at_[0] = pool_.root(thread_[0]);
  cells_.clear();
  dead_.clear();
  grow();
  waiting_ = joining_ = looping_ = 0;
  moved_ = 1;
  over_ = false;
  changed_ = ended_ = false;
  log_.clear();
}

void Machine::grow() {
  for (auto c = static_cast<CellId>(cells_.size()); c < pool_.cells().size(); ++c)
    cells_.push_back({pool_.initial(c), pool_.initial_known(c)});
  dead_.resize(cells_.size());
}

void Machine::set(CellId c, uint64_t value, uint64_t known) {
  log_.emplace_back(Change::kCell, c, cells_[c].value, cells_[c].known);
  cells_[c] = {value, known};
  note_change(c);
  changed_ = true;
}

void Machine::move(int i, NodeId to) {
  log_.emplace_back(Change::kAt, static_cast<uint32_t>(i), at_[i], 0);
  at_[i] = to;
  news_ |= uint64_t{1} << i;
}

void Machine::set_waiting(uint64_t waiting) {
  if (waiting == waiting_) return;
  log_.emplace_back(Change::kWaiting, 0, waiting_, 0);
  news_ |= waiting ^ waiting_;
  waiting_ = waiting;
}

void Machine::set_restless(uint64_t joining, uint64_t looping) {
  if (joining == joining_ && looping == looping_) return;
  log_.emplace_back(Change::kRestless, 0, joining_, looping_);
  joining_ = joining;
  looping_ = looping;
}

void Machine::end_process() {
  log_.emplace_back(Change::kOver, 0, over_, 0);
  over_ = true;
}

void Machine::undo(size_t mark) {
  while (log_.size() > mark) {
    const Change c = log_.back();
    log_.pop_back();
    if (c.what == Change::kAt) {
      at_[c.index] = static_cast<NodeId>(c.a);
      news_ |= uint64_t{1} << c.index;
    } else if (c.what == Change::kCell) {
      cells_[c.index] = {c.a, c.b};
      note_change(c.index);
    } else {
      undo_rare(c);
    }
  }
  moved_ = 0;
  changed_ = ended_ = false;
}

void Machine::undo_rare(const Change& c) {
  switch (c.what) {
    case Change::kWaiting:
      news_ |= waiting_ ^ c.a;
      waiting_ = c.a;
      break;
    case Change::kRestless: joining_ = c.a, looping_ = c.b; break;
    case Change::kOver: over_ = c.a != 0; break;
    case Change::kDead: set_dead(c.index, static_cast<uint8_t>(c.a)); break;
    default: break;
  }
}

bool Machine::can_perform(int i, const Node& n) const {
  switch (n.op) {
    case Op::kLock: {
      const uint64_t word = cells_[n.cell].value;
      return word == 0 || ((word & 0xffff) == thread_[i] + 1u && n.child != kNoNode);  // it was seen to take it again
    }
    case Op::kReadLock: return (cells_[n.cell].value & 0xffff) == 0;
    case Op::kCondWake: return cells_[n.second_cell].value == 0;
    case Op::kSemWait: return cells_[n.cell].value > 0 || cells_[n.cell].known == 0;
    case Op::kOnceEnter: return cells_[n.cell].value != 1;
    default: return true;
  }
}

uint64_t Machine::enabled() const {
  uint64_t set = 0;
  for (int i = 0; i < parts_; ++i) {
    if (at_[i] == kNoNode || (waiting_ >> i & 1)) continue;
    const Node& n = pool_[at_[i]];
    if (n.next != Next::kEvent || is_idle(i) || !can_perform(i, n)) continue;
    if (n.flags & kInSection) return uint64_t{1} << i;
    set |= uint64_t{1} << i;
  }
  return set;
}

int Machine::choices(int i) const {
  const Node& n = pool_[at_[i]];
  if (n.op == Op::kChoose) return static_cast<int>(n.value);
  if (n.op == Op::kSignal) return std::max(1, std::popcount(cells_[n.cell].value));
  if (n.op == Op::kFutexWake) {
    const auto waiters = static_cast<uint64_t>(std::popcount(cells_[n.cell].value));
    return n.second < waiters ? static_cast<int>(waiters) : 1;
  }
  return 1;
}

// Is something destroyed that is held, that somebody waits for, or that was destroyed?
bool Machine::destroys_in_use(const Node& n) const {
  if (n.second != 1) return false;
  for (CellId c : pool_.list(n)) {
    const Class what = pool_.cells()[c].what;
    if (what != Class::kAccess && (dead_[c] || (what != Class::kSemaphore && cells_[c].value != 0))) return true;
  }
  return false;
}

bool Machine::misuses(int i) const {
  const Node& n = node(i);
  if (n.op == Op::kWrite) return destroys_in_use(n);
  return n.op == Op::kCondWait && (cells_[n.second_cell].value & 0xffff) != thread_[i] + 1u;
}

// Objects that live in memory which is written are new again. A semaphore that is destroyed keeps its count: whoever could take
// it still comes to do so.
void Machine::renew(const Node& n) {
  for (CellId c : pool_.list(n)) {
    const bool counts = pool_.cells()[c].what == Class::kSemaphore;
    if (n.second != 1 || !counts) set(c, counts ? n.value & 0xffffffff : 0);
    log_.emplace_back(Change::kDead, c, dead_[c], 0);
    set_dead(c, n.second == 1 ? kDestroyed : kAlive);
  }
}

bool Machine::is_dead(const Node& n) const {
  if (n.op == Op::kCondWake) return dead_[n.second_cell];  // the condition may be gone by right
  if (n.pieces == 0) return n.cell != kNoCell && dead_[n.cell];
  for (const Piece& p : pool_.pieces(n))
    if (dead_[p.cell]) return true;
  return false;
}

bool Machine::block_value(std::span<const Piece> pieces, uint64_t address, uint32_t length, uint64_t& value) const {
  thread_local std::vector<uint64_t> words;
  words.assign(words_of(length) + 1, 0);
  for (const Piece& p : pieces) {
    const CellState& cell = cells_[p.cell];
    if ((cell.known & p.bits) != p.bits) return false;
    place_word(words.data(), pool_.cells()[p.cell].address, address, cell.value & p.bits);
  }
  value = value_of({words.data(), words_of(length)}, length);
  return true;
}

void Machine::write_block(const Node& n, const uint64_t* words) {
  for (const Piece& p : pool_.pieces(n)) {
    const CellState cell = cells_[p.cell];
    const uint64_t bits = word_at(words, pool_.cells()[p.cell].address, n.object, n.length) & p.bits;
    set(p.cell, (cell.value & ~p.bits) | bits, cell.known | p.bits);
  }
}

// False: nobody has seen what comes of it.
bool Machine::access_block(const Node& n, int i, NodeId& to) {
  if (n.op == Op::kWrite) {
    if (to == kNoNode) return false;
    write_block(n, pool_.contents(n));
    return true;
  }
  uint64_t value = 0;
  if (!block_value(pool_.pieces(n), n.object, n.length, value)) return false;
  if (n.blind) return to != kNoNode;
  const Edge* edge = pool_.find(at_[i], value);
  if (edge == nullptr) return false;
  to = edge->to;
  if (n.op == Op::kRmw && !edge->failed) write_block(n, pool_.contents(*edge));
  return true;
}

Machine::Step Machine::perform(int i, int choice) {
  const Node& n = pool_[at_[i]];
  const uint64_t me = uint64_t{1} << i;
  NodeId to = n.child;
  if (is_dead(n)) return Step::kUnknown;
  switch (n.op) {
    case Op::kRead: case Op::kRmw: {
      if (n.pieces > 0) {
        if (!access_block(n, i, to)) return Step::kUnknown;
        break;
      }
      const CellState cell = cells_[n.cell];
      const uint64_t bits = n.mask << n.shift;
      if ((cell.known & bits) != bits) return Step::kUnknown;
      const uint64_t old = cell.value >> n.shift & n.mask;
      uint64_t written = old;
      if (n.blind) {
        if (to == kNoNode) return Step::kUnknown;
        written = (old + n.value) & n.mask;
      } else {
        const Edge* edge = pool_.find(at_[i], old);
        if (edge == nullptr) return Step::kUnknown;
        to = edge->to;
        if (!edge->failed) written = edge->written;
      }
      if (n.op == Op::kRmw && written != old) set(n.cell, (cell.value & ~bits) | written << n.shift, cell.known);
      break;
    }
    case Op::kWrite: {
      if (to == kNoNode || (n.list_size > 0 && destroys_in_use(n))) return Step::kUnknown;
      if (n.pieces > 0) {
        access_block(n, i, to);
        if (n.list_size > 0) renew(n);
        break;
      }
      const CellState cell = cells_[n.cell];
      const uint64_t bits = n.mask << n.shift;
      set(n.cell, (cell.value & ~bits) | (n.value & n.mask) << n.shift, cell.known | bits);
      if (n.list_size > 0) renew(n);
      break;
    }
    case Op::kFree:
      if (to == kNoNode) return Step::kUnknown;
      for (CellId c : pool_.list(n))
        if (dead_[c] == kFreed) return Step::kUnknown;  // what was destroyed is freed by right
      for (CellId c : pool_.list(n)) {
        log_.emplace_back(Change::kDead, c, dead_[c], 0);
        set_dead(c, kFreed);
      }
      break;
    case Op::kLock: {
      if (to == kNoNode) return Step::kUnknown;
      const uint64_t word = cells_[n.cell].value;
      set(n.cell, word == 0 ? (thread_[i] + 1u) | 0x10000 : word + 0x10000);
      break;
    }
    case Op::kReadLock:
      if (to == kNoNode) return Step::kUnknown;
      set(n.cell, cells_[n.cell].value + (uint64_t{1} << 32));
      break;
    case Op::kTryLock: case Op::kTryReadLock: {
      const uint64_t word = cells_[n.cell].value;
      const bool shared = n.op == Op::kTryReadLock;
      const Edge* taken = pool_.find(at_[i], 0);
      const bool mine = (word & 0xffff) == thread_[i] + 1u;
      const bool free = shared ? (word & 0xffff) == 0 : word == 0 || (mine && taken != nullptr);
      const Edge* edge = free ? taken : pool_.find(at_[i], 1);
      if (edge == nullptr) return Step::kUnknown;
      to = edge->to;
      if (free) set(n.cell, shared ? word + (uint64_t{1} << 32) : word == 0 ? (thread_[i] + 1u) | 0x10000 : word + 0x10000);
      break;
    }
    case Op::kUnlock: {
      const uint64_t word = cells_[n.cell].value;
      const bool mine = (word & 0xffff) == thread_[i] + 1u;
      const bool refused = !mine && word >> 32 == 0;
      const Edge* edge = pool_.find(at_[i], refused ? 1 : 0);
      if (edge == nullptr) return Step::kUnknown;
      to = edge->to;
      if (refused) break;
      if (!mine) set(n.cell, word - (uint64_t{1} << 32));
      else set(n.cell, (word >> 16 & 0xffff) > 1 ? word - 0x10000 : word & ~uint64_t{0xffffffff});
      break;
    }
    case Op::kCondWait:
      if (to == kNoNode || (cells_[n.second_cell].value & 0xffff) != thread_[i] + 1u) return Step::kUnknown;
      set(n.second_cell, 0);
      set(n.cell, cells_[n.cell].value | me);
      set_waiting(waiting_ | me);
      break;
    case Op::kCondWake:
      if (to == kNoNode) return Step::kUnknown;
      set(n.second_cell, (thread_[i] + 1u) | 0x10000);
      break;
    case Op::kSignal: case Op::kBroadcast: {
      if (to == kNoNode) return Step::kUnknown;
      uint64_t woken = cells_[n.cell].value;
      if (n.op == Op::kSignal && woken != 0) {
        for (int k = 0; k < choice; ++k) woken &= woken - 1;
        woken &= ~woken + 1;
      }
      if (woken == 0) break;
      set(n.cell, cells_[n.cell].value & ~woken);
      set_waiting(waiting_ & ~woken);
      moved_ |= woken;
      break;
    }
    case Op::kSemWait: case Op::kSemPost:
      if (to == kNoNode || cells_[n.cell].known == 0) return Step::kUnknown;
      set(n.cell, cells_[n.cell].value + (n.op == Op::kSemPost ? 1 : ~uint64_t{0}));
      break;
    case Op::kSemTryWait: {
      if (cells_[n.cell].known == 0) return Step::kUnknown;
      const bool taken = cells_[n.cell].value > 0;
      const Edge* edge = pool_.find(at_[i], taken ? 0 : 1);
      if (edge == nullptr) return Step::kUnknown;
      to = edge->to;
      if (taken) set(n.cell, cells_[n.cell].value - 1);
      break;
    }
    case Op::kBarrier: {
      const uint64_t arrived = cells_[n.cell].value | me;
      const bool complete = static_cast<uint64_t>(std::popcount(arrived)) >= n.value;
      if (!n.blind) {
        const Edge* edge = pool_.find(at_[i], complete);
        to = edge == nullptr ? kNoNode : edge->to;
      }
      if (to == kNoNode) return Step::kUnknown;
      set(n.cell, complete ? 0 : arrived);
      set_waiting(complete ? waiting_ & ~arrived : waiting_ | me);
      if (complete) moved_ |= arrived;
      break;
    }
    case Op::kOnceEnter: {
      const bool mine = cells_[n.cell].value != 2;
      const Edge* edge = pool_.find(at_[i], mine);
      if (edge == nullptr) return Step::kUnknown;
      to = edge->to;
      if (mine) set(n.cell, 1);
      break;
    }
    case Op::kOnceLeave:
      if (to == kNoNode) return Step::kUnknown;
      set(n.cell, n.value != 0 ? 2 : 0);
      for (CellId c : pool_.list(n)) {
        const uint64_t shift = 8 * (n.object & 7), bits = uint64_t{0xff} << shift;
        set(c, (cells_[c].value & ~bits) | n.value << shift, cells_[c].known | bits);
      }
      break;
    case Op::kFutexWait: {
      const CellState word = cells_[pool_.list(n)[0]];
      if ((word.known >> n.shift & n.mask) != n.mask) return Step::kUnknown;
      const uint64_t value = word.value >> n.shift & n.mask;
      const bool sleeps = value == n.second;
      const Edge* edge = pool_.find(at_[i], sleeps ? 0 : uint64_t{1} << 32 | value);
      if (edge == nullptr) return Step::kUnknown;
      to = edge->to;
      if (!sleeps) break;
      set(n.cell, cells_[n.cell].value | me);
      set_waiting(waiting_ | me);
      break;
    }
    case Op::kFutexWake: {
      uint64_t woken = cells_[n.cell].value;
      if (n.second < static_cast<uint64_t>(std::popcount(woken))) {
        for (int k = 0; k < choice; ++k) woken &= woken - 1;
        woken &= ~woken + 1;
      }
      const Edge* edge = pool_.find(at_[i], static_cast<uint64_t>(std::popcount(woken)));
      if (edge == nullptr) return Step::kUnknown;
      to = edge->to;
      if (woken == 0) break;
      set(n.cell, cells_[n.cell].value & ~woken);
      set_waiting(waiting_ & ~woken);
      moved_ |= woken;
      break;
    }
    case Op::kChoose: {
      const Edge* edge = pool_.find(at_[i], static_cast<uint64_t>(choice));
      if (edge == nullptr) return Step::kUnknown;
      to = edge->to;
      break;
    }
    default:
      if (to == kNoNode) return Step::kUnknown;
  }
  move(i, to);
  if (!(waiting_ >> i & 1)) moved_ |= me;
  first_ = i;
  return Step::kDone;
}

bool Machine::met(const Condition& c) const {
  if (c.lock != kNoCell) {
    const uint64_t word = cells_[c.lock].value;
    if (c.op == Op::kSemTryWait) return word > 0;
    return c.op == Op::kTryReadLock ? (word & 0xffff) == 0 : word == 0;
  }
  uint64_t value = 0;
  if (c.pieces > 0) return block_value(pool_.pieces(c), c.address, c.length, value) && value != c.value;
  return (cells_[c.place.cell].value >> c.place.shift & c.place.mask) != c.value;
}

// One thread goes on without an event as far as it can. False: it stands where no run got.
bool Machine::advance(int i) {
  const uint64_t me = uint64_t{1} << i;
  for (;;) {
    const Node& n = pool_[at_[i]];
    NodeId to = n.child;
    switch (n.next) {
      case Next::kUnknown: return is_idle(i);
      case Next::kEvent: case Next::kStopped: return true;
      case Next::kEnd:
        ended_ = true;
        if (n.thread == kMainThread && pool_.exit_at_end()) end_process();
        return true;
      case Next::kExit: case Next::kFailed: end_process(); return true;
      case Next::kCreate:
        if (n.child == kNoNode) return false;
        if (const int j = index_[n.object]; j >= 0) {
          move(j, n.begins);
          moved_ |= uint64_t{1} << j;
        }
        break;
      case Next::kJoin: {
        if (is_idle(i) && !pool_.exit_at_end()) return true;  // nothing follows that matters
        const int j = index_[n.object];
        if (j < 0 || at_[j] == kNoNode || pool_[at_[j]].next != Next::kEnd || (waiting_ >> j & 1)) {
          set_restless(joining_ | me, looping_);
          return true;
        }
        if (n.value != 0) {
          const Edge* edge = pool_.find(at_[i], pool_[at_[j]].value);
          to = edge != nullptr ? edge->to : kNoNode;
        }
        if (to == kNoNode) return n.value != 0 && is_idle(i);
        break;
      }
      case Next::kAwait: {
        bool released = false;
        for (const Condition& c : pool_.conditions(n)) released |= met(c);
        if (!released) {
          set_restless(joining_, looping_ | me);
          return true;
        }
        if (n.child == kNoNode) return false;
        break;
      }
    }
    set_restless(joining_ & ~me, looping_ & ~me);
    move(i, to);
  }
}

Machine::Step Machine::settle_all() {
  while (!over_) {
    if ((changed_ || ended_) && !(first_ >= 0 && (moved_ >> first_ & 1))) {
      moved_ |= (changed_ ? looping_ : 0) | (ended_ ? joining_ : 0);  // whoever cannot go on yet stays there
      changed_ = ended_ = false;
    }
    if (moved_ == 0) break;
    const int i = unsettled();
    if (!advance(i)) return Step::kUnknown;
    moved_ &= ~(uint64_t{1} << i);
  }
  changed_ = ended_ = false;
  first_ = -1;
  return Step::kDone;
}

bool Machine::stuck(std::vector<uint64_t>& waits) const {
  for (int i = 0; i < parts_; ++i) {
    if (at_[i] == kNoNode || is_idle(i)) continue;
    const Node& n = pool_[at_[i]];
    const bool waits_for_others = waiting_ >> i & 1;
    if (!waits_for_others && n.next == Next::kStopped) return false;
    if (!waits_for_others && (n.next == Next::kEnd || n.next == Next::kJoin)) continue;
    const Node& at = waits_for_others ? pool_[n.parent] : n;
    waits.push_back((mix(static_cast<uint64_t>(at.op), mix(at.position, at.object)) & ~uint64_t{0xff}) | thread_[i]);
  }
  return true;
}

}  // namespace heddle::causal
