// Machine: performs what the pool knows, without the program. Its state is where each thread stands in its tree and
// one word per cell; every step can be taken back.
//
// Words of objects: a lock is its owner + 1, how often it holds it << 16, readers << 32; a semaphore its count; a
// condition, a barrier and a futex who waits, as a bit set of thread indices; a once flag 0 new, 1 running, 2 done.
//
// Threads are numbered by their index among those that take part, in the order of their ids.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "causal/pool.h"

namespace heddle::causal {

inline constexpr int kMaxParts = 64;  // threads that can take part

class Machine {
 public:
  explicit Machine(const Pool& pool) : pool_(pool) { index_.fill(-1); }

  // Back to the start, with these threads. `idle[n]`: a thread that stands at n has nothing more to do that matters
  // and stays there; may be null.
  void start(std::span<const ThreadId> threads, const uint8_t* idle);
  void set_idle(const uint8_t* idle) { idle_ = idle; }
  // Takes notice of cells that the pool learned since.
  void grow();
  int parts() const { return parts_; }
  ThreadId thread(int i) const { return thread_[i]; }
  int index(ThreadId t) const { return index_[t]; }
  NodeId at(int i) const { return at_[i]; }
  const Node& node(int i) const { return pool_[at_[i]]; }
  bool is_waiting(int i) const { return waiting_ >> i & 1; }
  bool is_idle(int i) const { return at_[i] != kNoNode && idle_ != nullptr && idle_[at_[i]]; }
  bool over() const { return over_; }
  uint64_t value(CellId c) const { return cells_[c].value; }
  uint64_t known(CellId c) const { return cells_[c].known; }
  // What a block access would read, as an event says it. False, and `value` is of no use: not all of it is known.
  bool block_value(std::span<const Piece> pieces, uint64_t address, uint32_t length, uint64_t& value) const;
  bool is_dead(CellId c) const { return dead_[c]; }

  // Does thread i stand before an event that can be performed?
  bool can_perform(int i) const {
    const Node& n = pool_[at_[i]];
    return n.next == Next::kEvent && can_perform(i, n);
  }
  // Threads whose next event can be performed; idle ones are not among them.
  uint64_t enabled() const;
  // Is the next event of thread i about freed memory?
  bool finds_freed(int i) const { return is_dead(node(i)); }
  // Does it destroy an object that is in use, or wait with a mutex that it does not hold?
  bool misuses(int i) const;
  // How many values the next event of thread i offers, and then a value step follows it; 1 if none does.
  int choices(int i) const;

  enum class Step : uint8_t {
    kDone,
    kUnknown,  // nobody has seen what comes of it: nothing was changed
  };
  Step perform(int i, int choice);
  // Lets everyone go on who can without an event. kUnknown: somebody stands where no run got; call again when it did.
  Step settle();
  // The thread that cannot settle; it stays where it is.
  int unsettled() const { return first_ >= 0 && (moved_ >> first_ & 1) ? first_ : std::countr_zero(moved_); }
  void leave_unknown() { moved_ &= ~(uint64_t{1} << unsettled()); }

  // Nobody can go on: who waits for what, as hashes with the thread in the last byte; those who join are left out. False if an assumption stopped
  // somebody, so that the run does not count.
  bool stuck(std::vector<uint64_t>& waits) const;

  // Undo.
  size_t mark() const { return log_.size(); }
  void undo(size_t mark);

 private:
  friend class Check;
  struct CellState {
    uint64_t value, known;
  };
  struct Change {
    enum What : uint8_t { kCell, kAt, kFlags, kDead } what;
    uint32_t index;
    uint64_t a, b;
  };

  bool can_perform(int i, const Node& n) const;
  bool is_dead(const Node& n) const;
  bool access_block(const Node& n, int i, NodeId& to);
  bool met(const Condition& c) const;
  bool advance(int i);
  void set(CellId c, uint64_t value, uint64_t known);
  void set(CellId c, uint64_t value) { set(c, value, ~uint64_t{0}); }
  void move(int i, NodeId to);
  void flags(uint64_t waiting, uint64_t restless, uint64_t moved, bool over);
  bool destroys_in_use(const Node& n) const;
  void renew(const Node& n);

  void write_block(const Node& n, const uint64_t* words);

  const Pool& pool_;
  const uint8_t* idle_ = nullptr;
  int parts_ = 0;
  std::array<ThreadId, kMaxParts> thread_{};
  std::array<int8_t, kMaxThreads> index_{};
  std::array<NodeId, kMaxParts> at_{};
  std::vector<CellState> cells_;
  std::vector<uint8_t> dead_;   // cells in freed memory
  uint64_t waiting_ = 0;        // threads in a condition wait, at a barrier, in a futex wait
  uint64_t restless_ = 0;       // threads that stand before a join or sleep in a loop
  uint64_t moved_ = 0;          // threads that may be able to go on without an event
  int first_ = -1;              // the thread that performed the last event: it goes on before the others
  bool over_ = false;           // the process has ended
  bool changed_ = false;        // since the last settle: memory, or a thread has ended
  std::vector<Change> log_;
};

}  // namespace heddle::causal
