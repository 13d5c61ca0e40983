// PoolMachine: performs what the pool knows, without the program. Its state is where each thread stands in its tree and
// one word per cell (of objects: sync_words.h); every step can be taken back.
//
// Where the program receives inputs, cells and registers may hold symbols (symbols.h) instead of words, and a state has a path
// condition: what was decided about symbols on the way. Where a thread comes to a question that no decision answers, or to an
// event that hangs on one, whoever drives the machine has to decide (`Step::kFork`, `fork`, `decide`).
//
// Threads are numbered by their index among those that take part, in the order of their ids.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "causal/awareness.h"
#include "causal/input_solver.h"
#include "causal/pool.h"
#include "causal/state_set.h"
#include "causal/symbols.h"

namespace heddle::causal {

inline constexpr int kMaxParts = 64;  // threads that can take part

class PoolMachine {
 public:
  explicit PoolMachine(const Pool& pool) : pool_(pool) { index_.fill(-1); }

  // Back to the start, with these threads. `idle[n]`: a thread that stands at n has nothing more to do that matters
  // and stays there; may be null.
  void start(std::span<const ThreadId> threads, const uint8_t* idle);
  void set_idle(const uint8_t* idle) { idle_ = idle; }
  // Threads that stand elsewhere, or have begun or ended to wait, since this was asked.
  uint64_t take_news() { return std::exchange(news_, 0); }
  // Cells that may have changed since this was asked, with repetitions. False: too many to be told.
  template <class F>
  bool take_changes(F&& f) {
    const bool all = changes_ <= kManyChanges;
    for (uint32_t k = 0; all && k < changes_; ++k) f(change_[k]);
    changes_ = 0;
    return all;
  }
  // Takes notice of cells that the pool learned since.
  void grow();
  const Pool& pool() const { return pool_; }
  int parts() const { return parts_; }
  ThreadId thread(int i) const { return thread_[i]; }
  int index(ThreadId t) const { return index_[t]; }
  NodeId at(int i) const { return at_[i]; }
  const Node& node(int i) const { return pool_[at_[i]]; }
  // The registers of thread i that are filled; the values of those that nobody looks at any more do not matter.
  std::span<const uint64_t> registers(int i) const { return registers_[i]; }
  // What thread i is told that stands at a question; of a symbol, what was decided.
  uint64_t answer(int i) { return decided(datum(i, pool_[at_[i]].term)).word; }
  // Does the compare-exchange that thread i stands before, and that fills a register, find what it expects? As a bit; of symbols:
  // what was decided.
  Datum exchanges(int i);
  bool is_waiting(int i) const { return waiting_ >> i & 1; }
  bool is_idle(int i) const { return at_[i] != kNoNode && idle_ != nullptr && idle_[at_[i]]; }
  bool over() const { return over_; }
  uint64_t value(CellId c) const { return cells_[c].value; }
  uint64_t known(CellId c) const { return cells_[c].known; }
  // What a block access would read, as an event says it. False, and `value` is of no use: not all of it is known.
  bool block_value(std::span<const Piece> pieces, uint64_t address, uint32_t length, uint64_t& value) const;
  bool is_dead(CellId c) const { return dead_[c]; }
  bool is_freed(CellId c) const { return dead_[c] == kFreed; }

  // Does thread i stand before an event that can be performed?
  bool can_perform(int i) const {
    const Node& n = pool_[at_[i]];
    return n.next == Next::kEvent && can_perform(i, n);
  }
  // Threads whose next event can be performed; idle ones are not among them.
  uint64_t enabled() const;
  // Those who have a deadline and give up only when no other thread can go on.
  uint64_t tired() const;
  // Is the next event of thread i about freed memory?
  bool finds_freed(int i) const { return is_dead(node(i)); }
  // Does it destroy an object that is in use, or wait with a mutex that it does not hold?
  bool misuses(int i) const;
  // How many values the next event of thread i offers, and then a value step follows it; 1 if none does.
  int choices(int i) const;

  enum class Step : uint8_t {
    kDone,
    kUnknown,  // nobody has seen what comes of it: nothing was changed
    kFork,     // it hangs on a symbol of which nothing was decided: likewise
  };
  // kFork: the thread, where it stands, and the symbol. An answer of its node (the key of an edge) is this value of it.
  struct Fork {
    int thread = -1;
    SymbolId symbol = kNoSymbol;
    bool exchange = false;  // whether a compare-exchange finds what it expects
    bool two_way = false;   // both answers lead on, whatever runs have shown
    uint64_t value_of(uint64_t answer) const { return exchange ? 1 - answer : answer; }
  };
  const Fork& fork() const { return fork_; }
  // What the access of thread i finds; of a symbol, what was decided.
  uint64_t found(int i) { return decided(contents(node(i))).word; }
  // The next input that is received is this value, and no symbol.
  void receive_next(uint64_t value) { received_ = value; }
  // From now on the symbol has this value.
  void decide(SymbolId symbol, uint64_t value);
  // The path condition.
  std::span<const Demand> condition() const { return condition_; }
  // Its part of a state's hash: only what is about these inputs, directly or through others, matters.
  StateHash condition_part(uint64_t inputs) const;
  const Symbols& symbols() const { return symbols_; }
  SymbolId symbol(CellId c) const { return c < cell_symbols_.size() ? cell_symbols_[c] : kNoSymbol; }
  SymbolId symbol(int i, size_t number) const {
    return number < register_symbols_[i].size() ? register_symbols_[i][number] : kNoSymbol;
  }
  // Not empty: a symbol came where it has no place; what the machine does is of no use any more.
  const char* trouble() const { return symbols_.overflowed() ? "expressions over inputs grow too large" : trouble_; }
  void set_trouble(const char* what) { trouble_ = what; }
  // How far a `settle` came that stopped at a fork; to be set again before it is called after `undo`.
  struct Settling {
    uint64_t moved = 0;
    int first = -1;
    bool changed = false, ended = false;
  };
  Settling settling() const { return {moved_, first_, changed_, ended_}; }
  void settle_from(const Settling& s) { moved_ = s.moved, first_ = s.first, changed_ = s.changed, ended_ = s.ended; }
  Step perform(int i, int choice);
  // Lets everyone go on who can without an event. kUnknown: somebody stands where no run got; call again when it did.
  Step settle() {
    if (first_ < 0 || moved_ != uint64_t{1} << first_ || looping_ != 0) return settle_all();
    if (const Node& n = pool_[at_[first_]]; n.next != Next::kEvent && !ends_alone(n)) return settle_all();
    moved_ = 0;  // the thread that moved stands before its next event, or has ended, and no other waits for that
    changed_ = false;
    first_ = -1;
    return Step::kDone;
  }
  // The thread that cannot settle; it stays where it is.
  int unsettled() const { return first_ >= 0 && (moved_ >> first_ & 1) ? first_ : std::countr_zero(moved_); }
  void leave_unknown() { moved_ &= ~(uint64_t{1} << unsettled()); }

  // Nobody can go on: who waits for what, as hashes with the thread in the last byte; those who join are left out. False if
  // an assumption stopped somebody, so that the run does not count.
  bool stuck(std::vector<uint64_t>& waits) const;

  // Who knows of the watched access, if one is watched: from now on the one at `access`, which thread i has just performed.
  const Awareness& awareness() const { return awareness_; }
  void set_fault(OrderFault fault) { awareness_.set_fault(fault); }
  void watch(int i, NodeId access);
  // And this one of the same thread.
  void watch_too(int i, NodeId access);
  // A thread that performed the event at `from` and stands at `to` now has written to memory; what it tried failed.
  bool wrote(NodeId from, NodeId to) const {
    const Op op = pool_[from].op;
    return op == Op::kWrite || op == Op::kFree || (op == Op::kRmw && !has_failed(from, to));
  }
  bool has_failed(NodeId from, NodeId to) const;

  // Undo.
  size_t mark() const { return log_.size(); }
  void undo(size_t mark);

 private:
  friend class ModelReplay;
  struct CellState {
    uint64_t value, known;
  };
  struct Change {
    enum What : uint8_t {
      kCell,
      kAt,
      kRegister,
      kWaiting,
      kRestless,
      kOver,
      kDead,
      kSymbol,
      kDecision,
      kAwareness
    } what;
    uint32_t index;
    uint64_t a, b;
  };

  static constexpr uint32_t kManyChanges = 128;
  void note_change(CellId c) {
    if (changes_ < kManyChanges) change_[changes_++] = c;
    else changes_ = kManyChanges + 1;
  }
  // Does the thread end here, and nobody was waiting for it?
  bool ends_alone(const Node& n) const {
    bool alone = n.next == Next::kEnd && n.thread != kMainThread;
    for (uint64_t rest = joining_; rest != 0 && alone; rest &= rest - 1)
      alone = node(std::countr_zero(rest)).object != n.thread;
    return alone;
  }
  bool can_perform(int i, const Node& n) const;
  bool is_dead(const Node& n) const;
  static constexpr uint64_t bit(int i) { return uint64_t{1} << i; }
  NodeId after(int i, uint64_t answer) const;
  void wait_at(int i, CellId c, NodeId to);
  NodeId leave(int i, const Node& n);
  bool wake(CellId c, uint64_t woken);
  void write_bits(CellId c, uint64_t bits, uint64_t value);
  // One kind of object each, as `apply`.
  NodeId read(int i, const Node& n);
  NodeId read_into_register(int i, const Node& n, Datum value);
  NodeId receive(int i, const Node& n);
  NodeId write(int i, const Node& n);
  NodeId free(const Node& n);
  NodeId begin_life(const Node& n);
  NodeId lock(int i, const Node& n);
  NodeId condition(int i, const Node& n, int choice);
  NodeId semaphore(int i, const Node& n);
  NodeId barrier(int i, const Node& n);
  NodeId once(int i, const Node& n);
  NodeId futex(int i, const Node& n, int choice);
  NodeId apply(int i, const Node& n, int choice);
  bool access_block(const Node& n, int i, NodeId& to);
  bool met(int i, const Condition& c);
  bool symbol_differs(int i, const Condition& c);
  bool advance(int i);
  Step settle_all();
  uint64_t evaluate(int i, TermId term) const { return heddle::evaluate(pool_.terms(), term, registers_[i]); }
  // Of a term that may be about symbols.
  Datum datum(int i, TermId term) {
    if (register_symbols_[i].empty()) [[likely]]
      return {evaluate(i, term), kNoSymbol};
    return make_datum(i, term);
  }
  Datum make_datum(int i, TermId term);
  Datum decided(Datum d) const;
  Datum written(int i, const Node& n) { return n.term == kNoTerm ? Datum{n.value, kNoSymbol} : datum(i, n.term); }
  Datum contents(const Node& n);
  Datum sum(Datum old, const Node& n);
  bool must_fork(int i, Datum& d, bool exchange = false,
                 bool two_way = false);  // `d` becomes what was decided about it
  void write_datum(const Node& n, Datum value);
  bool is_symbolic(const Node& n) const;
  void set_symbol(CellId c, SymbolId symbol);
  void fill(int i, Datum d) {
    log_.emplace_back(Change::kRegister, static_cast<uint32_t>(i), 0, 0);
    registers_[i].push_back(d.word);
    if (d.symbol != kNoSymbol) {
      register_symbols_[i].resize(registers_[i].size());
      register_symbols_[i].back() = d.symbol;
    }
  }
  void set(CellId c, uint64_t value, uint64_t known);
  void set(CellId c, uint64_t value) { set(c, value, ~uint64_t{0}); }
  void move(int i, NodeId to);
  void set_waiting(uint64_t waiting);
  void note_awareness(int i, NodeId from, NodeId to, uint64_t word);
  // Calls f() where somebody may get to know of the watched access.
  template <class F>
  void note_order(F&& f) {
    if (!awareness_.watches()) return;
    const size_t before = awareness_.mark();
    f();
    if (awareness_.mark() != before) log_.emplace_back(Change::kAwareness, 0, before, 0);
  }
  void set_restless(uint64_t joining, uint64_t looping);
  void end_process();
  enum Dead : uint8_t { kAlive, kDestroyed, kFreed };
  void set_dead(CellId c, uint8_t dead) {
    dead_[c] = dead;
    note_change(c);
  }
  [[gnu::noinline]] void undo_rare(const Change& c);
  bool destroys_in_use(const Node& n) const;
  void renew(const Node& n, uint64_t value);

  void write_block(const Node& n, const uint64_t* words);

  const Pool& pool_;
  const uint8_t* idle_ = nullptr;
  int parts_ = 0;
  std::array<ThreadId, kMaxParts> thread_{};
  std::array<int8_t, kMaxThreads> index_{};
  std::array<NodeId, kMaxParts> at_{};
  std::array<std::vector<uint64_t>, kMaxParts> registers_;  // of each thread, those that are filled
  std::vector<CellState> cells_;
  std::vector<uint8_t> dead_;  // Dead, of each cell
  uint64_t waiting_ = 0;       // threads in a condition wait, at a barrier, in a futex wait
  uint64_t joining_ = 0;       // threads that stand before a join
  uint64_t looping_ = 0;       // threads that sleep in a loop until memory changes
  uint64_t moved_ = 0;         // threads that may be able to go on without an event
  uint64_t news_ = 0;          // see take_news()
  uint32_t changes_ = 0;       // see take_changes(); more than kManyChanges if not all of them were kept
  std::array<CellId, kManyChanges> change_{};
  int first_ = -1;        // the thread that performed the last event: it goes on before the others
  bool over_ = false;     // the process has ended
  bool changed_ = false;  // since the last settle: memory
  bool ended_ = false;    // since then: a thread has
  std::vector<Change> log_;
  Awareness awareness_;  // see awareness()
  // Inputs.
  Symbols symbols_;
  std::vector<SymbolId> cell_symbols_;                               // of each cell, up to the last that had one
  std::array<std::vector<SymbolId>, kMaxParts> register_symbols_{};  // likewise of each thread's registers
  std::vector<Demand> condition_;                                    // see condition()
  Fork fork_;                                                        // see fork()
  bool forks_ = false;                // the step at hand does not go on without a decision
  const char* trouble_ = "";          // see trouble()
  std::optional<uint64_t> received_;  // the value of the next input, if it is known
};

}  // namespace heddle::causal
