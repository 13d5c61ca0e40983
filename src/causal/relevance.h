// Which threads, places and stretches of code matter to what one thread can be told.
//
// A thread matters if it writes a place that a thread that matters looks at, creates one, is joined by one or gives
// one a signal, before that one does its last thing that matters. Every other thread, and every thread past its last such event,
// may as well stay where it is: an execution without its events is still an execution. Locks do not matter by
// themselves, since a thread that never takes one keeps nobody out; what matters is that a thread that holds one releases it.
//
// With `blocking`, being kept out matters too: that is for deadlocks. With two threads and a set of cells, what matters is
// who gets where to their accesses of those cells: that is for data races. If they need not come there at the same time (Races::
// kUnordered), it matters besides which writes are read by what synchronises.
#pragma once
#include <algorithm>
#include <vector>

#include "causal/pool.h"

namespace heddle::causal {

enum class Races : uint8_t {
  kSideBySide,  // two accesses at the same time
  kUnordered,   // one after the other, and nothing orders them
  kReachable,   // how the two threads get to such accesses, and no more
};

class Relevance {
 public:
  Relevance(const Pool& pool, ThreadId target, bool blocking) : pool_(pool), target_(target), blocking_(blocking) {}
  Relevance(const Pool& pool, ThreadId target, ThreadId second, std::vector<uint8_t> raced, Races races)
      : pool_(pool), target_(target), second_(second), blocking_(false), raced_(std::move(raced)), races_(races) {}

  // From scratch.
  void compute();
  // Takes in the nodes that the pool learned since. False: something that was settled before changed; call `compute`.
  bool extend();

  ThreadId target() const { return target_; }
  ThreadId second() const { return second_; }
  bool for_races() const { return !raced_.empty(); }
  bool unordered() const { return races_ == Races::kUnordered; }
  bool is_raced(const Node& n) const {
    if (n.next != Next::kEvent || !is_access(n.op)) return false;
    bool raced = false;
    const auto look = [&](CellId c) { raced |= c < raced_.size() && raced_[c]; };
    pool_.for_each_cell(n, n.cell, look);
    if (n.op == Op::kFree && races_ != Races::kSideBySide) std::ranges::for_each(pool_.list(n), look);
    return raced;
  }
  const std::vector<uint8_t>& raced() const { return raced_; }  // per cell
  bool blocking() const { return blocking_; }
  void set_blocking(bool blocking) { blocking_ = blocking; }
  // Both computed for the pool as it is: whatever matters to the other matters to this one too, so that a search for this
  // one answers for both.
  bool covers(const Relevance& other) const;
  const std::vector<ThreadId>& threads() const { return threads_; }
  const std::vector<CellId>& cells() const { return cells_; }  // whose values matter
  bool needs(CellId c) const { return c < needed_.size() && needed_[c]; }
  const uint8_t* idle() const { return idle_.data(); }
  // The registers that its thread, when it stands at the node, will still look at, in the bits of Pool::register_bit, as far as it
  // matters; and how that grew in the last `extend`.
  uint64_t uses(NodeId n) const { return uses_[n]; }
  struct Raised {
    NodeId node;
    uint64_t uses;
  };
  const std::vector<Raised>& raised() const { return raised_; }
  NodeId size() const { return static_cast<NodeId>(useful_.size()); }  // nodes taken in
  bool takes_part(ThreadId t) const { return part_[t]; }

 private:
  bool acts(const Node& n, NodeId id) const;
  bool look(const Node& n, bool more, uint64_t uses);
  bool listens(const Node& n) const;
  bool need(CellId c);
  bool need_thread(ThreadId t);
  uint64_t owed_before(const Node& n, uint64_t after) const;
  uint64_t own_uses(const Node& n, bool useful) const;
  bool raise_uses(NodeId n, uint64_t uses);
  bool pass(NodeId first);

  const Pool& pool_;
  ThreadId target_;
  ThreadId second_ = 0;  // races: the other thread
  bool blocking_;
  std::vector<uint8_t> raced_;  // races: the cells; empty otherwise
  Races races_ = Races::kSideBySide;
  std::vector<ThreadId> threads_;
  std::vector<CellId> cells_;
  std::vector<uint8_t> needed_;       // per cell: looked at by someone who matters
  std::vector<uint8_t> part_, ends_;  // per thread: it matters; it matters that it ends
  std::vector<uint8_t> useful_;       // per node: something from here on matters
  std::vector<uint64_t> owed_;        // per node: locks held here that are given back later
  std::vector<uint8_t> idle_;         // per node: nothing more to do
  std::vector<uint64_t> uses_;        // per node, see uses()
  std::vector<Raised> raised_;
};

// Does somebody who matters look at what others did without being ordered after them, or act in an atomic section, where nobody comes
// between? Where nobody does, accesses that race can be brought side by side.
bool observes_without_order(const Pool& pool, const Relevance& relevance);

// Does thread t have anything to be told or to show, or anything to wait for that might never come?
bool is_open(const Pool& pool, ThreadId t);
bool may_wait_for_ever(const Pool& pool, ThreadId t);

}  // namespace heddle::causal
