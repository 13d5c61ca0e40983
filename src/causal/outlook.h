// Outlook: what the search wants to know about where the threads stand, side by side: their parts of the state's hash, what they
// may still touch, who can go on. Only those who moved since are looked at again.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "causal/footprints.h"
#include "causal/machine.h"
#include "causal/state_set.h"

namespace heddle::causal {

class Outlook {
 public:
  // A search begins, or the footprints have grown: everyone is looked at again. `uncertain`: memory may be gone, or its first
  // value not be known.
  void begin(Machine& machine, const Footprints& footprints, bool uncertain);
  // To be called whenever the machine has gone on or back.
  void update(Machine& machine, const Footprints& footprints) {
    for (uint64_t news = machine.take_news(); news != 0; news &= news - 1) look_at(std::countr_zero(news), machine, footprints);
  }

  // Sets of threads.
  enum Kind : uint8_t {
    kActive,     // exist and have something to do that matters
    kReady,      // stand before an event that can be performed,
    kMayWait,    // or, being ready as well, before one that can be if its object allows it
    kInSection,  // before a deed that belongs to an atomic section
    kAccessing,  // before an access to memory that others touch
    kPlain,      // before one that is not atomic
    kHolding,    // before an access, with locks held
    kGiving,     // before giving back a lock or a unit of a semaphore
    kJoining,    // before a join
    kKinds,
  };
  uint64_t all(Kind kind) const { return all_[kind]; }
  bool is(Kind kind, int i) const { return all_[kind] >> i & 1; }
  // Threads whose next event can be performed.
  uint64_t enabled(const Machine& machine) const;
  // What the deed that thread i stands before meets.
  uint64_t own_reads(int i) const { return mark_[i]->own_reads; }
  uint64_t own_writes(int i) const { return mark_[i]->own_writes; }

  // What somebody may still do.
  struct Future {
    uint64_t reads = 0, writes = 0;
  };
  // What several may; and all of them but one.
  class Futures {
   public:
    void add(const Future& f) {
      twice_.reads |= once_.reads & f.reads, twice_.writes |= once_.writes & f.writes;
      once_.reads |= f.reads, once_.writes |= f.writes;
    }
    Future without(const Future& f) const {
      return {twice_.reads | (once_.reads & ~f.reads), twice_.writes | (once_.writes & ~f.writes)};
    }
    const Future& all() const { return once_; }

   private:
    Future once_, twice_;  // bits that at least one has; that at least two have
  };
  Futures futures(uint64_t threads) const {
    Futures several;
    for (uint64_t rest = threads; rest != 0; rest &= rest - 1) several.add(future(std::countr_zero(rest)));
    return several;
  }
  Future future(int i) const { return {mark_[i]->reads, mark_[i]->writes}; }
  uint64_t tries(int i) const { return mark_[i]->tries; }

  // Of where everyone stands, and of the values that somebody may still look at, the `live` ones.
  StateHash hash(Machine& machine, const Footprints& footprints, uint64_t live);

 private:
  // The part of a cell in the hash, 0 if it is not watched.
  struct Content {
    StateHash part;
    uint64_t bit = 0;
    uint64_t value = 0;  // what it was made of
  };
  const StateHash& look_into(const Machine& machine, CellId c);
  void put(const Machine& machine, CellId c);
  void look_at(int i, const Machine& machine, const Footprints& footprints);

  std::array<uint64_t, kKinds> all_{};
  std::array<uint16_t, kMaxParts> kinds_{};  // of each thread, as a set
  std::array<const Footprints::Mark*, kMaxParts> mark_{};
  std::array<StateHash, kMaxParts> part_{};
  StateHash stands_;               // sum of the parts
  std::vector<Content> contents_;  // of each cell
  std::array<StateHash, 64> bits_{};  // sums of the parts of the cells that have this bit
  bool uncertain_ = false;         // see begin()
  uint64_t live_ = 0;              // bits that were live when the hash was made last
  StateHash values_;               // sum of theirs
};

}  // namespace heddle::causal
