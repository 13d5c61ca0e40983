// Footprints: what each thread may still touch from each of its nodes on, as far as it matters to one search; and what the
// search has relied on.
//
// Only cells that at least two of the threads touch and one changes count: what one thread alone touches is a matter of where it
// stands, unless nodes are merged (merged.h). Each such cell has a bit; where there are more than 64, some share one, which is only less precise.
//
// A search leaves out what cannot matter: it tries one thread alone where nobody will touch the same place, and takes two states
// for one where nobody will look at the difference. Both rest on footprints, which grow when the pool does. So each time
// the node that it rests on is told which bits must not come. As long as none of them does, the search goes on as it is.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "causal/reach_fault.h"
#include "causal/relevance.h"
#include "causal/standing.h"
#include "causal/state_set.h"

namespace heddle::causal {

class Footprints {
 public:
  struct alignas(64) Mark {
    uint64_t reads = 0, writes = 0, tries = 0;  // by everything that may follow, the node's own event included
    uint64_t needs = 0;                         // likewise: what has to be there still, whatever is in it
    uint64_t own_reads = 0, own_writes = 0;     // what that event touches
    uint16_t kinds = 0;  // of a thread that stands there and does not wait, see standing.h; 0 if no run had got there
  };

  Footprints(const Pool& pool, const Relevance& relevance) : pool_(pool), relevance_(relevance) {}

  void set_fault(ReachFault fault) { fault_ = fault; }
  // From scratch; nothing is relied on. `merged`: what a thread has left in memory does not follow from where it stands.
  void compute(bool merged);
  // Takes in the nodes that the pool learned since. False: something was relied on that does not hold.
  bool extend();
  // The search has come to its end. Large ones are not kept: then nothing holds any more once the pool grows.
  void close();

  const Mark& operator[](NodeId n) const { return marks_[n]; }
  uint64_t uses(NodeId n) const { return relevance_.uses(n); }
  // Cells that matter and whose values do not follow from where the threads stand.
  struct Watched {
    CellId cell;
    uint64_t bit;
  };
  const std::vector<Watched>& watched() const { return watched_; }

  // Those of all shared cells.
  uint64_t bits() const { return all_bits_; }
  // That of one, 0 if it is not shared.
  uint64_t bit(CellId c) const { return c < bits_.size() ? bits_[c] : 0; }
  // Some access to a shared cell is not atomic.
  bool has_plain() const { return has_plain_; }

  // The search relies on this, from now on.
  void rely(NodeId n, uint64_t no_reads, uint64_t no_writes) {
    keep(relied_[n].no_reads, no_reads);
    keep(relied_[n].no_writes, no_writes);
  }
  void rely_on_no_needs(NodeId n, uint64_t bits) { keep(relied_[n].no_needs, bits); }
  void rely_on_no_tries(NodeId n, uint64_t bits) { keep(relied_[n].no_tries, bits); }
  // What the registers hold that nobody looks at from this node on does not matter.
  void rely_on_dead(NodeId n) { keep(relied_[n].no_uses, ~relevance_.uses(n)); }
  // One of the locks `held` keeps the j-th of the threads that take part away from the cell, which is shared.
  void rely_on_guard(int j, CellId c, uint64_t held) {
    const uint64_t locks = pool_.guard(relevance_.threads()[j], c) & held;
    keep(guards_[j * bits_.size() + c], locks & (~locks + 1));
  }

 private:
  struct Relied {
    uint64_t no_reads = 0, no_writes = 0, no_tries = 0, no_needs = 0;  // these do not follow
    uint64_t no_uses = 0;                                              // registers that are not looked at
  };
  struct Touched {
    int by = -1;  // a thread that does
    bool by_others = false, changed = false;
    bool plainly = false;   // by an access that is not atomic
    bool computed = false;  // what is in it does not follow from where the thread stands that wrote it
  };

  // Several may search at once.
  static void keep(uint64_t& where, uint64_t bits) {
    std::atomic_ref<uint64_t> at(where);
    if (bits & ~at.load(std::memory_order_relaxed)) at.fetch_or(bits, std::memory_order_relaxed);
  }
  bool is_shared(const Touched& t) const { return t.changed && (t.by_others || t.computed || merged_); }
  bool counts(NodeId n) const { return relevance_.takes_part(pool_[n].thread) && !relevance_.idle()[n]; }
  bool touch(NodeId n);
  void mark(NodeId n);
  bool raise(NodeId n, const Mark& by);
  bool take_in(NodeId first);
  bool guards_hold() const;

  const Pool& pool_;
  const Relevance& relevance_;
  std::vector<Mark> marks_;       // per node
  std::vector<Relied> relied_;    // per node
  std::vector<Touched> touched_;  // per cell
  std::vector<uint64_t> bits_;    // per cell: its bit, 0 if it is not shared
  uint64_t all_bits_ = 0;         // see bits()
  std::vector<Watched> watched_;
  bool merged_ = false;  // see compute()
  ReachFault fault_ = ReachFault::kNone;
  NodeId closed_ = 0;              // nodes of the pool when the marks were given up, 0 if they were not
  bool has_plain_ = false;         // see has_plain()
  std::vector<NodeId> creations_;  // nodes that create a thread that takes part
  std::vector<uint64_t> guards_;   // per thread that takes part and cell: one lock of each set that was relied on
};

}  // namespace heddle::causal
