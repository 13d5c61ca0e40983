// Which threads are enough? Where no thread can go alone, often some of them can: a set of threads such that nothing that the others
// may do, as long as those of the set stay where they are, meets with the next event of one of them. Then whatever the others do may as well
// come later, and only the threads of the set are tried (persistent sets, Godefroid 1996; here as Valmari's stubborn sets: a thread
// of the set that cannot go on brings in everybody who could let it). Two pairs of threads that have to do with each other in pairs
// are then searched one after the other, and not in all ways in which their steps can be mixed.
//
// Nothing is lost by it: each execution that ends is met up to the order of steps that have nothing to do with each other. Nor is
// a state lost in which two accesses race: while the one thread stands before its access, the other is in each set that the one is in.
#include <bit>

#include "causal/reach.h"

namespace heddle::causal {

// What the next event of thread i touches, or, if it waits, what has to be touched for it to go on.
Outlook::Future Reach::touched_next(int i) const {
  if (machine_.is_waiting(i)) {
    const Footprints::Mark& before = ground_->footprints[machine_.node(i).parent];
    return {0, before.own_reads | before.own_writes};
  }
  const Node& n = machine_.node(i);
  Outlook::Future next{outlook_.own_reads(i), outlook_.own_writes(i)};
  if (n.next != Next::kAwait) return next;
  for (const Condition& c : pool_.conditions(n)) {
    pool_.for_each_cell(c, c.place.cell, [&](CellId cell) { next.reads |= ground_->footprints.bit(cell); });
    if (c.lock != kNoCell) next.reads |= ground_->footprints.bit(c.lock);
  }
  return next;
}

// May something that thread j does, while i stays where it is, meet with the next event of thread i?
bool Reach::may_meet(int j, int i, const Outlook::Future& next) const {
  if (gives_back(i)) return (outlook_.tries(j) & next.writes) != 0;
  Outlook::Future its = outlook_.future(j);
  if (memory_.reach_fault == ReachFault::kOnlyEvents) its = {outlook_.own_reads(j), outlook_.own_writes(j)};
  const uint64_t met = ((its.reads | its.writes) & next.writes) | (its.writes & next.reads);
  return met != 0 && !(outlook_.is(Outlook::kHolding, i) && is_kept_away(j, machine_.node(i)));
}

// Does thread j wait for the end of one of these threads before it does anything?
bool Reach::waits_for_one(int j, uint64_t threads) const {
  if (!outlook_.is(Outlook::kJoining, j)) return false;
  for (uint64_t rest = threads; rest != 0; rest &= rest - 1)
    if (waits_for(j, std::countr_zero(rest))) return true;
  return false;
}

// The smallest such set that was found and has thread `i` in it; all threads if it has all that are enabled.
uint64_t Reach::set_around(int i, uint64_t enabled) const {
  uint64_t set = uint64_t{1} << i;
  for (uint64_t open = set; open != 0;) {
    const int k = std::countr_zero(open);
    open &= open - 1;
    if (outlook_.is(Outlook::kInSection, k)) return ~uint64_t{0};  // what follows at once may meet somebody
    if (memory_.reach_fault == ReachFault::kNoEnablers && !(enabled >> k & 1)) continue;
    uint64_t more = 0;
    if (outlook_.is(Outlook::kJoining, k)) {
      const int joined = machine_.index(static_cast<ThreadId>(machine_.node(k).object));
      if (joined < 0 || machine_.at(joined) == kNoNode) return ~uint64_t{0};
      more = uint64_t{1} << joined;
    }
    const Outlook::Future next = touched_next(k);
    for (uint64_t rest = outlook_.all(Outlook::kActive) & ~set; rest != 0; rest &= rest - 1)
      if (const int j = std::countr_zero(rest); may_meet(j, k, next) && !waits_for_one(j, set))
        more |= uint64_t{1} << j;
    open |= more & ~set;
    set |= more;
    if ((enabled & ~set) == 0) return ~uint64_t{0};
  }
  return set;
}

// Of the threads that are enabled, those that have to be tried.
uint64_t Reach::enough(uint64_t enabled) const {
  uint64_t best = ~uint64_t{0};
  for (uint64_t rest = enabled; rest != 0; rest &= rest - 1)
    if (const uint64_t set = set_around(std::countr_zero(rest), enabled);
        std::popcount(set & enabled) < std::popcount(best & enabled))
      best = set;
  if ((enabled & ~best) == 0) return enabled;
  rely_on_set(best);
  return enabled & best;
}

void Reach::rely_on_set(uint64_t set) const {
  for (uint64_t in = set; in != 0; in &= in - 1) {
    const int i = std::countr_zero(in);
    const Outlook::Future next = touched_next(i);
    for (uint64_t rest = outlook_.all(Outlook::kActive) & ~set; rest != 0; rest &= rest - 1)
      if (const int j = std::countr_zero(rest); !waits_for_one(j, set)) rely_on_not_meeting(j, i, next);
  }
}

}  // namespace heddle::causal
