// Outlook: what the search wants to know about where the threads stand, side by side: their parts of the state's hash, what they
// may still touch, who can go on. Only those who moved since are looked at again.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "causal/equal_threads.h"
#include "causal/footprints.h"
#include "causal/merged.h"
#include "causal/pool_machine.h"
#include "causal/state_set.h"

namespace heddle::causal {

class Outlook : public Standing {
 public:
  // A search begins, or the footprints have grown: everyone is looked at again. `uncertain`: memory may be gone, or its first
  // value not be known.
  void begin(PoolMachine& machine, const Footprints& footprints, const EqualThreads& equals, const Merged& merged,
             bool uncertain);
  // To be called whenever the machine has gone on or back.
  void update(PoolMachine& machine, const Footprints& footprints) {
    for (uint64_t news = machine.take_news(); news != 0; news &= news - 1)
      look_at(std::countr_zero(news), machine, footprints);
  }

  // The threads of a kind.
  uint64_t all(Kind kind) const { return all_[kind]; }
  bool is(Kind kind, int i) const { return all_[kind] >> i & 1; }
  // Threads whose next event can be performed.
  uint64_t enabled(const PoolMachine& machine) const {
    return (all(kMayWait) | all(kInSection)) == 0 ? all(kReady) : really_enabled(machine);
  }
  // The part of thread i in the hash.
  const StateHash& part(int i) const { return part_[i]; }
  // What the next event of thread i touches.
  uint64_t own_reads(int i) const { return mark_[i]->own_reads; }
  uint64_t own_writes(int i) const { return mark_[i]->own_writes; }

  // What somebody may still do.
  struct Future {
    uint64_t reads = 0, writes = 0;
  };
  Future future(int i) const { return {mark_[i]->reads, mark_[i]->writes}; }
  uint64_t needs(int i) const { return mark_[i]->needs; }
  uint64_t tries(int i) const { return mark_[i]->tries; }
  // What several may; and all of them but one.
  class Futures {
   public:
    // What at least one does, what at least two do.
    Future once, twice;
    Future without(const Future& f) const {
      return {twice.reads | (once.reads & ~f.reads), twice.writes | (once.writes & ~f.writes)};
    }
  };
  // Of threads that do not stand before a join.
  Futures futures() const {
    Futures several;
    for (int i = 0; i < parts_; ++i) {
      const Future& f = future_[i];
      several.twice.reads |= several.once.reads & f.reads, several.twice.writes |= several.once.writes & f.writes;
      several.once.reads |= f.reads, several.once.writes |= f.writes;
    }
    return several;
  }
  // Of these, the threads that may meet only threads that stand before a join: `futures` alone is not enough to tell.
  uint64_t may_meet_nobody(uint64_t threads, const Futures& futures) const {
    uint64_t may = threads;
    for (uint64_t rest = threads & ~all(kHolding) & ~all(kGiving); rest != 0; rest &= rest - 1)
      if (const int i = std::countr_zero(rest); own_[i] & futures.twice.writes) may &= ~(uint64_t{1} << i);
    return may;
  }

  // Whose value somebody may still look at; who has to be there still.
  struct Live {
    uint64_t values = 0, needs = 0;
  };
  // Of where everyone stands, and of what is `live` of memory.
  StateHash hash(PoolMachine& machine, const Footprints& footprints, const Live& live) {
    StateHash h = stands_;
    if (footprints.watched().size() > kFew) return h += sum_of_values(machine, footprints, live);
    for (const Footprints::Watched& w : footprints.watched()) {
      if (((live.values | live.needs) & w.bit) == 0) continue;
      const Content& content = look_into(machine, w.cell);
      if (live.values & w.bit) h += content.part;
      if (live.needs & w.bit) h += content.gone;
    }
    return h;
  }

 private:
  // The parts of a cell in the hash: of its value, 0 if it is not watched; of its being gone, 0 if it is there.
  struct Content {
    StateHash part, gone;
    uint64_t bit = 0;
    uint64_t value = 0;  // what it was made of
  };
  // So many watched cells are looked at faster than a list of those that have changed.
  static constexpr size_t kFew = 6;
  // The part of a cell whose value may be another; the sums are brought up to date later.
  const Content& look_into(const PoolMachine& machine, CellId c) {
    Content& content = contents_[c];
    const uint64_t value = machine.value(c);
    if (value == content.value && !uncertain_) return content;
    content.value = value;
    content.part = StateHash::part(equals_->any() ? exchanged(machine, c, value) : value, uint64_t{c + 1} << 1);
    if (uncertain_) look_if_there(machine, c, content);
    return content;
  }
  void look_if_there(const PoolMachine& machine, CellId c, Content& content) const;
  const StateHash& sum_of_values(PoolMachine& machine, const Footprints& footprints, const Live& live);
  uint64_t really_enabled(const PoolMachine& machine) const;
  uint64_t exchanged(const PoolMachine& machine, CellId c, uint64_t value) const;
  StateHash part_of(int i, const PoolMachine& machine, const Footprints& footprints) const;
  void put(const PoolMachine& machine, CellId c);
  void look_at(int i, const PoolMachine& machine, const Footprints& footprints);

  std::array<uint64_t, kKinds> all_{};
  std::array<uint16_t, kMaxParts> kinds_{};  // of each thread, as a set
  std::array<const Footprints::Mark*, kMaxParts> mark_{};
  // Of each thread, for those who look at all of them: what it may do, nothing if it stands before a join; what its next event touches.
  std::array<Future, kMaxParts> future_{};
  std::array<uint64_t, kMaxParts> own_{};
  int parts_ = 0;
  std::array<StateHash, kMaxParts> part_{};
  StateHash stands_;                           // sum of the parts
  std::vector<Content> contents_;              // of each cell
  std::array<StateHash, 64> bits_{}, gone_{};  // sums of the parts of the cells that have this bit
  bool uncertain_ = false;                     // see begin()
  const EqualThreads* equals_ = nullptr;
  const Merged* merged_ = nullptr;
  Live live_;         // when the hash was made last
  StateHash values_;  // sum of theirs
};

}  // namespace heddle::causal
