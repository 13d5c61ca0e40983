#include "causal/pool_machine.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/hash.h"
#include "causal/sync_words.h"
#include "trace/contents.h"
#include "trace/life.h"

namespace heddle::causal {

using dependence::Class;

void PoolMachine::start(std::span<const ThreadId> threads, const uint8_t* idle) {
  idle_ = idle;
  index_.fill(-1);
  parts_ = static_cast<int>(threads.size());
  CHECK(parts_ <= kMaxParts);
  for (int i = 0; i < parts_; ++i) {
    thread_[i] = threads[i];
    index_[threads[i]] = static_cast<int8_t>(i);
    at_[i] = kNoNode;
    registers_[i].clear();
    register_symbols_[i].clear();
  }
  at_[0] = pool_.root(thread_[0]);
  cells_.clear();
  cell_symbols_.clear();
  condition_.clear();
  dead_.clear();
  grow();
  waiting_ = joining_ = looping_ = 0;
  moved_ = 1;
  over_ = false;
  changed_ = ended_ = false;
  awareness_.clear(pool_.has_fences());
  log_.clear();
}

void PoolMachine::grow() {
  for (auto c = static_cast<CellId>(cells_.size()); c < pool_.cells().size(); ++c)
    cells_.push_back({pool_.initial(c), pool_.initial_known(c)});
  dead_.resize(cells_.size());
}

void PoolMachine::set(CellId c, uint64_t value, uint64_t known) {
  log_.emplace_back(Change::kCell, c, cells_[c].value, cells_[c].known);
  cells_[c] = {value, known};
  note_change(c);
  changed_ = true;
  if (!cell_symbols_.empty()) [[unlikely]]
    set_symbol(c, kNoSymbol);
}

void PoolMachine::move(int i, NodeId to) {
  log_.emplace_back(Change::kAt, static_cast<uint32_t>(i), at_[i], 0);
  at_[i] = to;
  news_ |= bit(i);
}

void PoolMachine::set_waiting(uint64_t waiting) {
  if (waiting == waiting_) return;
  log_.emplace_back(Change::kWaiting, 0, waiting_, 0);
  news_ |= waiting ^ waiting_;
  waiting_ = waiting;
}

void PoolMachine::set_restless(uint64_t joining, uint64_t looping) {
  if (joining == joining_ && looping == looping_) return;
  log_.emplace_back(Change::kRestless, 0, joining_, looping_);
  joining_ = joining;
  looping_ = looping;
}

void PoolMachine::end_process() {
  log_.emplace_back(Change::kOver, 0, over_, 0);
  over_ = true;
}

void PoolMachine::undo(size_t mark) {
  while (log_.size() > mark) {
    const Change c = log_.back();
    log_.pop_back();
    if (c.what == Change::kAt) {
      at_[c.index] = static_cast<NodeId>(c.a);
      news_ |= uint64_t{1} << c.index;
    } else if (c.what == Change::kCell) {
      cells_[c.index] = {c.a, c.b};
      note_change(c.index);
    } else if (c.what == Change::kRegister) {
      registers_[c.index].pop_back();
      if (register_symbols_[c.index].size() > registers_[c.index].size()) register_symbols_[c.index].pop_back();
    } else {
      undo_rare(c);
    }
  }
  moved_ = 0;
  changed_ = ended_ = false;
}

void PoolMachine::undo_rare(const Change& c) {
  switch (c.what) {
    case Change::kWaiting:
      news_ |= waiting_ ^ c.a;
      waiting_ = c.a;
      break;
    case Change::kRestless: joining_ = c.a, looping_ = c.b; break;
    case Change::kOver: over_ = c.a != 0; break;
    case Change::kSymbol: cell_symbols_[c.index] = static_cast<SymbolId>(c.a); break;
    case Change::kDecision: condition_.pop_back(); break;
    case Change::kAwareness: awareness_.undo(c.a); break;
    case Change::kDead: set_dead(c.index, static_cast<uint8_t>(c.a)); break;
    default: break;
  }
}

bool PoolMachine::can_perform(int i, const Node& n) const {
  switch (n.op) {
    case Op::kLock: {
      const uint64_t word = cells_[n.cell].value;  // if it was seen to take its own lock, that is a recursive one
      return words::lock::is_free(word) || (words::lock::is_held_by(word, thread_[i]) && n.child != kNoNode);
    }
    case Op::kReadLock: return !words::lock::is_written(cells_[n.cell].value);
    case Op::kCondWake: return words::lock::is_free(cells_[n.second_cell].value);
    case Op::kSemWait: return cells_[n.cell].value > 0 || cells_[n.cell].known == 0;
    case Op::kOnceEnter: return cells_[n.cell].value != words::kOnceRunning;
    default: return true;
  }
}

uint64_t PoolMachine::tired() const {
  uint64_t set = 0;
  for (uint64_t rest = waiting_; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    if (node(i).next == Next::kEvent && leaves_wait(node(i).op)) set |= bit(i);
  }
  return set;
}

uint64_t PoolMachine::enabled() const {
  uint64_t set = 0;
  for (int i = 0; i < parts_; ++i) {
    if (at_[i] == kNoNode || (waiting_ >> i & 1)) continue;
    const Node& n = pool_[at_[i]];
    if (n.next != Next::kEvent || is_idle(i) || !can_perform(i, n)) continue;
    if (n.flags & kInSection) return bit(i);
    set |= bit(i);
  }
  return set;
}

int PoolMachine::choices(int i) const {
  const Node& n = pool_[at_[i]];
  if (n.op == Op::kChoose) return static_cast<int>(n.value);
  if (n.op == Op::kSignal) return words::choices(cells_[n.cell].value, 1);
  if (n.op == Op::kFutexWake) return words::choices(cells_[n.cell].value, n.second);
  return 1;
}

// Is something destroyed that is held, that somebody waits for, or that was destroyed?
bool PoolMachine::destroys_in_use(const Node& n) const {
  if (n.second != 1) return false;
  for (CellId c : pool_.list(n)) {
    const Class what = pool_.cells()[c].what;
    if (what != Class::kAccess && (dead_[c] || (what != Class::kSemaphore && cells_[c].value != 0))) return true;
  }
  return false;
}

bool PoolMachine::misuses(int i) const {
  const Node& n = node(i);
  if (n.op == Op::kWrite) return destroys_in_use(n);
  return n.op == Op::kCondWait && !words::lock::is_held_by(cells_[n.second_cell].value, thread_[i]);
}

// Objects that live in memory which is written are new again. A semaphore that is destroyed keeps its count: whoever could take
// it still comes to do so.
void PoolMachine::renew(const Node& n, uint64_t value) {
  for (CellId c : pool_.list(n)) {
    const bool counts = pool_.cells()[c].what == Class::kSemaphore;
    if (n.second != 1 || !counts) set(c, counts ? words::semaphore_with(value) : 0);
    log_.emplace_back(Change::kDead, c, dead_[c], 0);
    set_dead(c, n.second == 1 ? kDestroyed : kAlive);
  }
}

bool PoolMachine::is_dead(const Node& n) const {
  if (begins_life(n) || n.op == Op::kFutexWake) return false;  // who wakes others does not look at what is there
  if (n.op == Op::kCondWake) return dead_[n.second_cell];      // by then the condition may be destroyed
  if (n.pieces == 0) return n.cell != kNoCell && dead_[n.cell];
  for (const Piece& p : pool_.pieces(n))
    if (dead_[p.cell]) return true;
  return false;
}

bool PoolMachine::block_value(std::span<const Piece> pieces, uint64_t address, uint32_t length, uint64_t& value) const {
  thread_local std::vector<uint64_t> words;
  words.assign(words_of(length) + 1, 0);
  for (const Piece& p : pieces) {
    const CellState& cell = cells_[p.cell];
    if ((cell.known & p.bits) != p.bits || symbol(p.cell) != kNoSymbol) return false;
    place_word(words.data(), pool_.cells()[p.cell].address, address, cell.value & p.bits);
  }
  value = value_of({words.data(), words_of(length)}, length);
  return true;
}

void PoolMachine::write_block(const Node& n, const uint64_t* words) {
  for (const Piece& p : pool_.pieces(n)) {
    const CellState cell = cells_[p.cell];
    const uint64_t bits = word_at(words, pool_.cells()[p.cell].address, n.object, n.length) & p.bits;
    if (symbol(p.cell) != kNoSymbol) set_trouble("an input is in memory that is written in a block");
    set(p.cell, (cell.value & ~p.bits) | bits, cell.known | p.bits);
  }
}

// False: nobody has seen what comes of it.
bool PoolMachine::access_block(const Node& n, int i, NodeId& to) {
  if (n.op == Op::kWrite) {
    if (to == kNoNode) return false;
    write_block(n, pool_.contents(n));
    return true;
  }
  uint64_t value = 0;
  if (is_symbolic(n)) set_trouble("an input is in memory that is read in a block");
  if (!block_value(pool_.pieces(n), n.object, n.length, value)) return false;
  if (n.blind) return to != kNoNode;
  const Edge* edge = pool_.find(at_[i], value);
  if (edge == nullptr) return false;
  to = edge->to;
  if (n.op == Op::kRmw && !edge->failed) write_block(n, pool_.contents(*edge));
  return true;
}

// What follows if the event tells its thread `answer`.
NodeId PoolMachine::after(int i, uint64_t answer) const {
  const Edge* edge = pool_.find(at_[i], answer);
  return edge == nullptr ? kNoNode : edge->to;
}

// It goes on to `to`. With a deadline it may give up there, and is among those who wait all the same.
void PoolMachine::wait_at(int i, CellId c, NodeId to) {
  set(c, cells_[c].value | bit(i));
  const bool may_leave = pool_[to].next == Next::kEvent && leaves_wait(pool_[to].op);
  if (!may_leave || pool_[to].second == kTired) set_waiting(waiting_ | bit(i));
}

NodeId PoolMachine::leave(int i, const Node& n) {
  const NodeId to = after(i, 1);
  if (to == kNoNode) return to;
  set(n.cell, cells_[n.cell].value & ~bit(i));
  set_waiting(waiting_ & ~bit(i));
  return to;
}

// False, and nothing was changed: nobody has seen what one of them does then.
bool PoolMachine::wake(CellId c, uint64_t woken) {
  if (woken == 0) return true;
  const auto may_leave = [&](int i) { return node(i).next == Next::kEvent && leaves_wait(node(i).op); };
  for (uint64_t rest = woken; rest != 0; rest &= rest - 1)
    if (const int i = std::countr_zero(rest); may_leave(i) && !is_idle(i) && after(i, 0) == kNoNode) return false;
  for (uint64_t rest = woken; rest != 0; rest &= rest - 1)
    if (const int i = std::countr_zero(rest); may_leave(i) && !is_idle(i)) move(i, after(i, 0));
  set(c, cells_[c].value & ~woken);
  set_waiting(waiting_ & ~woken);
  moved_ |= woken;
  return true;
}

void PoolMachine::write_bits(CellId c, uint64_t bits, uint64_t value) {
  if (symbol(c) != kNoSymbol) [[unlikely]]
    set_trouble("an input is where a function-local static is guarded");
  set(c, (cells_[c].value & ~bits) | value, cells_[c].known | bits);
}

NodeId PoolMachine::read(int i, const Node& n) {
  NodeId to = n.child;
  if (n.pieces > 0) return access_block(n, i, to) ? to : kNoNode;
  const CellState cell = cells_[n.cell];
  const uint64_t bits = n.mask << n.shift;
  if ((cell.known & bits) != bits) return kNoNode;
  Datum old = contents(n);
  if (n.fills) return read_into_register(i, n, old);
  if (n.blind) {
    if (to == kNoNode) return kNoNode;
    if (n.op == Op::kRmw && (n.value & n.mask) != 0) write_datum(n, sum(old, n));
    return to;
  }
  if (must_fork(i, old)) return kNoNode;
  const Edge* edge = pool_.find(at_[i], old.word);
  if (edge == nullptr) return kNoNode;
  if (n.op == Op::kRmw && !edge->failed && edge->written != old.word) write_datum(n, {edge->written, kNoSymbol});
  return edge->to;
}

NodeId PoolMachine::read_into_register(int i, const Node& n, Datum value) {
  if (compares(n)) {
    Datum same = this->exchanges(i);
    if (must_fork(i, same, true)) return kNoNode;
    const bool exchanges = same.word != 0;
    const NodeId to = after(i, exchanges ? 0 : 1);
    if (to == kNoNode) return to;
    const Datum desired = datum(i, pool_.terms()[n.term].b);
    fill(i, value);
    if (exchanges && (desired.word != value.word || desired.symbol != value.symbol)) write_datum(n, desired);
    return to;
  }
  if (n.child == kNoNode) return kNoNode;
  fill(i, value);
  if (n.op != Op::kRmw) return n.child;
  if (const Datum now = written(i, n); now.symbol != kNoSymbol || (now.word & n.mask) != value.word)
    write_datum(n, now);
  return n.child;
}

NodeId PoolMachine::write(int i, const Node& n) {
  NodeId to = n.child;
  if (to == kNoNode || (n.list_size > 0 && destroys_in_use(n))) return kNoNode;
  if (begins_life(n)) return begin_life(n);
  if (n.pieces > 0) access_block(n, i, to);
  else write_datum(n, written(i, n));
  if (n.list_size == 0) return to;
  const Datum value = written(i, n);
  if (value.symbol != kNoSymbol) set_trouble("an input goes to where a lock or the like is");
  renew(n, value.word);
  return to;
}

NodeId PoolMachine::free(const Node& n) {
  if (n.child == kNoNode) return kNoNode;
  for (CellId c : pool_.list(n))
    if (dead_[c] == kFreed) return kNoNode;  // what was destroyed is freed by right
  for (CellId c : pool_.list(n)) {
    log_.emplace_back(Change::kDead, c, dead_[c], 0);
    set_dead(c, kFreed);
  }
  return n.child;
}

// What is in memory stays; objects that were there are gone.
NodeId PoolMachine::begin_life(const Node& n) {
  const auto revive = [&](CellId c) {
    if (!dead_[c]) return;
    log_.emplace_back(Change::kDead, c, dead_[c], 0);
    set_dead(c, kAlive);
  };
  pool_.for_each_cell(n, n.cell, revive);
  for (CellId c : pool_.list(n)) {
    revive(c);
    if (pool_.cells()[c].what != Class::kFutex) set(c, 0);  // who waits there goes on waiting
  }
  return n.child;
}

NodeId PoolMachine::lock(int i, const Node& n) {
  const uint64_t word = cells_[n.cell].value;
  const ThreadId me = thread_[i];
  const bool shared = is_shared(n.op);
  const uint64_t taken = shared ? words::lock::take_shared(word) : words::lock::take(word, me);
  NodeId to = n.child;
  switch (n.op) {
    case Op::kUnlock: {
      const bool held = words::lock::can_release(word, me);
      to = after(i, held ? 0 : 1);
      if (to != kNoNode && held) set(n.cell, words::lock::release(word, me));
      return to;
    }
    case Op::kTryLock:
    case Op::kTryReadLock: {
      to = after(i, 0);
      const bool again = words::lock::is_held_by(word, me) && to != kNoNode;  // it was seen to take it again
      if (shared ? words::lock::is_written(word) : !words::lock::is_free(word) && !again) return after(i, 1);
      break;
    }
    default: break;
  }
  if (to != kNoNode) set(n.cell, taken);
  return to;
}

NodeId PoolMachine::condition(int i, const Node& n, int choice) {
  if (n.op == Op::kLeaveCondition) return leave(i, n);
  if (n.child == kNoNode) return kNoNode;
  const uint64_t waiting = cells_[n.cell].value;
  switch (n.op) {
    case Op::kCondWait:
      if (!words::lock::is_held_by(cells_[n.second_cell].value, thread_[i])) return kNoNode;
      set(n.second_cell, words::lock::kFree);
      wait_at(i, n.cell, n.child);
      break;
    case Op::kCondWake: set(n.second_cell, words::lock::take(words::lock::kFree, thread_[i])); break;
    case Op::kSignal: return wake(n.cell, words::one_of(waiting, choice)) ? n.child : kNoNode;
    default: return wake(n.cell, waiting) ? n.child : kNoNode;
  }
  return n.child;
}

NodeId PoolMachine::semaphore(int i, const Node& n) {
  const CellState cell = cells_[n.cell];
  if (cell.known == 0) return kNoNode;
  if (n.op == Op::kSemTryWait && cell.value == 0) return after(i, 1);
  const NodeId to = n.op == Op::kSemTryWait ? after(i, 0) : n.child;
  if (to != kNoNode) set(n.cell, n.op == Op::kSemPost ? cell.value + 1 : cell.value - 1);
  return to;
}

NodeId PoolMachine::barrier(int i, const Node& n) {
  const uint64_t arrived = cells_[n.cell].value | bit(i);
  const bool complete = words::completes(arrived, n.value);
  const NodeId to = n.blind ? n.child : after(i, complete);
  if (to == kNoNode) return kNoNode;
  if (!complete) return wait_at(i, n.cell, to), to;
  set(n.cell, 0);
  set_waiting(waiting_ & ~arrived);
  moved_ |= arrived;
  return to;
}

NodeId PoolMachine::once(int i, const Node& n) {
  if (n.op == Op::kOnceEnter) {
    const bool initialises = cells_[n.cell].value != words::kOnceDone;
    const NodeId to = after(i, initialises);
    if (to != kNoNode && initialises) set(n.cell, words::kOnceRunning);
    return to;
  }
  if (n.child == kNoNode) return kNoNode;
  set(n.cell, words::once_after(n.value != 0));
  const uint64_t shift = 8 * (n.object & 7);
  for (CellId c : pool_.list(n)) write_bits(c, uint64_t{0xff} << shift, n.value << shift);  // its first byte in memory
  return n.child;
}

NodeId PoolMachine::futex(int i, const Node& n, int choice) {
  if (n.op == Op::kFutexWake) {
    const uint64_t woken = words::woken(cells_[n.cell].value, n.second, choice);
    const NodeId to = n.blind ? n.child : after(i, words::count(woken));
    return to != kNoNode && wake(n.cell, woken) ? to : kNoNode;
  }
  if (n.op == Op::kLeaveFutex) return leave(i, n);
  const CellState word = cells_[pool_.list(n)[0]];
  if (symbol(pool_.list(n)[0]) != kNoSymbol) set_trouble("a thread waits for a change of an input (futex)");
  if ((word.known >> n.shift & n.mask) != n.mask) return kNoNode;
  const uint64_t value = word.value >> n.shift & n.mask;
  const bool sleeps = value == n.second;
  const NodeId to = after(i, sleeps ? 0 : words::kFutexDiffered | value);
  if (to != kNoNode && sleeps) wait_at(i, n.cell, to);
  return to;
}

// Where the thread stands afterwards. kNoNode: nobody has seen that; then nothing was changed.
NodeId PoolMachine::apply(int i, const Node& n, int choice) {
  switch (object_kind(n.op)) {
    case ObjectKind::kAccess: return n.op == Op::kWrite ? write(i, n) : n.op == Op::kFree ? free(n) : read(i, n);
    case ObjectKind::kLock: return lock(i, n);
    case ObjectKind::kCondition: return condition(i, n, choice);
    case ObjectKind::kSemaphore: return semaphore(i, n);
    case ObjectKind::kBarrier: return barrier(i, n);
    case ObjectKind::kOnce: return once(i, n);
    case ObjectKind::kFutex: return futex(i, n, choice);
    case ObjectKind::kNothing: break;
  }
  if (n.op == Op::kInput) return receive(i, n);
  return n.op == Op::kChoose ? after(i, static_cast<uint64_t>(choice)) : n.child;
}

bool PoolMachine::has_failed(NodeId from, NodeId to) const {
  const Node& n = pool_[from];
  if (n.op == Op::kRmw && !n.fills) return !n.blind && pool_.find(from, pool_[to].key)->failed;
  return (traits(n.op).answer == Answer::kSuccess || compares(n)) && pool_[to].key == 1;
}

// Thread i has performed what stands at `from`, where its object held `word`, and goes on to `to`.
void PoolMachine::note_awareness(int i, NodeId from, NodeId to, uint64_t word) {
  const Node& n = pool_[from];
  const uint64_t now = n.cell == kNoCell ? 0 : cells_[n.cell].value;
  note_order([&] { awareness_.take(n, {i, thread_[i], has_failed(from, to), word, now}); });
}

void PoolMachine::watch(int i, NodeId access) {
  log_.emplace_back(Change::kAwareness, 0, awareness_.mark(), 0);
  awareness_.watch(i, access, pool_[access], wrote(access, at_[i]));
  note_awareness(i, access, at_[i], 0);
}

void PoolMachine::watch_too(int i, NodeId access) {
  log_.emplace_back(Change::kAwareness, 0, awareness_.mark(), 0);
  awareness_.watch_too(access, pool_[access], wrote(access, at_[i]));
}

PoolMachine::Step PoolMachine::perform(int i, int choice) {
  const Node& n = pool_[at_[i]];
  if (is_dead(n)) return Step::kUnknown;
  const uint64_t word = n.cell == kNoCell ? 0 : cells_[n.cell].value;
  const NodeId to = apply(i, n, choice);
  if (to == kNoNode) return std::exchange(forks_, false) ? Step::kFork : Step::kUnknown;
  if (awareness_.watches()) [[unlikely]]
    note_awareness(i, at_[i], to, word);
  move(i, to);
  if (!is_waiting(i)) moved_ |= bit(i);
  first_ = i;
  return Step::kDone;
}

bool PoolMachine::met(int i, const Condition& c) {
  if (c.lock != kNoCell) {
    const uint64_t word = cells_[c.lock].value;
    if (c.op == Op::kSemTryWait) return word > 0;
    return is_shared(c.op) ? !words::lock::is_written(word) : words::lock::is_free(word);
  }
  uint64_t value = 0;
  if (c.pieces == 0 && symbol(c.place.cell) != kNoSymbol) return symbol_differs(i, c);
  for (const Piece& p : pool_.pieces(c))
    if (symbol(p.cell) != kNoSymbol) set_trouble("a loop waits for memory, read in a block, that holds an input");
  if (c.pieces > 0) return block_value(pool_.pieces(c), c.address, c.length, value) && value != c.value;
  return (cells_[c.place.cell].value >> c.place.shift & c.place.mask) != c.value;
}

// One thread goes on without an event as far as it can. False: it stands where no run got.
bool PoolMachine::advance(int i) {
  const uint64_t me = bit(i);
  for (;;) {
    const Node& n = pool_[at_[i]];
    NodeId to = n.child;
    switch (n.next) {
      case Next::kUnknown: return is_idle(i);
      case Next::kEvent:
      case Next::kStopped: return true;
      case Next::kEnd:
        ended_ = true;
        if (n.thread == kMainThread && pool_.exit_at_end()) end_process();
        return true;
      case Next::kExit:
      case Next::kFailed: end_process(); return true;
      case Next::kCreate:
        if (n.child == kNoNode) return false;
        if (const int j = index_[n.object]; j >= 0) {
          move(j, n.begins);
          moved_ |= bit(j);
          note_order([&] { awareness_.begin(i, j); });
        }
        break;
      case Next::kJoin: {
        if (is_idle(i) && !pool_.exit_at_end()) return true;  // nothing follows that matters
        const int j = index_[n.object];
        if (j < 0 || at_[j] == kNoNode || pool_[at_[j]].next != Next::kEnd || calls_exit(pool_[at_[j]]) ||
            (waiting_ >> j & 1)) {
          set_restless(joining_ | me, looping_);
          return true;
        }
        if (n.value != 0) {
          const Edge* edge = pool_.find(at_[i], pool_[at_[j]].value);
          to = edge != nullptr ? edge->to : kNoNode;
        }
        if (to == kNoNode) return n.value != 0 && is_idle(i);
        note_order([&] { awareness_.join(i, j); });
        break;
      }
      case Next::kFence:
        if (to == kNoNode) return false;
        note_order([&] { awareness_.fence(n, i); });
        break;
      case Next::kAsk: {
        Datum asked = datum(i, n.term);
        if (asked.symbol != kNoSymbol) {
          if (is_idle(i)) return true;
          if (must_fork(i, asked)) return false;
        }
        const Edge* edge = pool_.find(at_[i], asked.word);
        if (edge == nullptr) return is_idle(i);
        to = edge->to;
        break;
      }
      case Next::kAwait: {
        bool released = false;
        for (const Condition& c : pool_.conditions(n)) released = released || met(i, c);
        if (forks_) return false;
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

PoolMachine::Step PoolMachine::settle_all() {
  while (!over_) {
    if ((changed_ || ended_) && !(first_ >= 0 && (moved_ >> first_ & 1))) {
      moved_ |= (changed_ ? looping_ : 0) | (ended_ ? joining_ : 0);  // whoever cannot go on yet stays there
      changed_ = ended_ = false;
    }
    if (moved_ == 0) break;
    const int i = unsettled();
    if (!advance(i)) return std::exchange(forks_, false) ? Step::kFork : Step::kUnknown;
    moved_ &= ~bit(i);
  }
  changed_ = ended_ = false;
  first_ = -1;
  return Step::kDone;
}

bool PoolMachine::stuck(std::vector<uint64_t>& waits) const {
  for (int i = 0; i < parts_; ++i) {
    if (at_[i] == kNoNode || is_idle(i)) continue;
    const Node& n = pool_[at_[i]];
    const bool waits_for_others = waiting_ >> i & 1;
    if (!waits_for_others && (n.next == Next::kStopped || calls_exit(n))) return false;
    if (!waits_for_others && (n.next == Next::kEnd || n.next == Next::kJoin)) continue;
    const Node& at = waits_for_others ? pool_[n.parent] : n;
    waits.push_back((mix(static_cast<uint64_t>(at.op), mix(at.position, at.object)) & ~uint64_t{0xff}) | thread_[i]);
  }
  return true;
}

}  // namespace heddle::causal
