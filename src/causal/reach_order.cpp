// Races of accesses that need not come at the same time. The search watches accesses of its two threads, each in turn: where one of them stands
// before an access that may be the first of a race there are two ways on, one on which it is watched and one on which it is not. On the
// first, the state says besides who knows of it. When the other thread comes to an access that conflicts with it and
// does not know of it, nothing orders them. Nothing more can come of it once the other thread knows, or will not touch the place any more.
//
// Which accesses race follows from which steps that meet came in which order, and that is what the search tries all ways of: so it leaves
// out what it leaves out elsewhere.
#include "base/hash.h"
#include "causal/reach.h"

namespace heddle::causal {

// Of the two threads that the search is about, the one that i is not; -1 if i is neither, or the other does not take part.
int Reach::other_of(int i) const {
  const Relevance& relevance = ground_->relevance;
  const ThreadId t = machine_.thread(i);
  if (t != relevance.target() && t != relevance.second()) return -1;
  return machine_.index(t == relevance.target() ? relevance.second() : relevance.target());
}

// Can thread i still come to an access that conflicts with this one?
bool Reach::may_conflict(int i, NodeId access) const {
  if (machine_.at(i) == kNoNode) return true;
  if (machine_.is_idle(i)) return false;
  Footprints& footprints = ground_->footprints;
  const uint64_t reads = footprints[access].own_reads, writes = footprints[access].own_writes;
  const Outlook::Future future = outlook_.future(i);
  if ((writes & (future.reads | future.writes)) | (reads & future.writes)) return true;
  footprints.rely(machine_.at(i), writes, writes | reads);
  return false;
}

bool Reach::may_watch(int i) const {
  const Relevance& relevance = ground_->relevance;
  if (!relevance.unordered() || machine_.awareness().watches()) return false;
  const Node& n = machine_.node(i);
  const int other = other_of(i);
  return other >= 0 && n.op != Op::kFree && relevance.is_raced(n) && may_conflict(other, machine_.at(i));
}

// How many ways there are to perform the next event of thread i. Of an access that may be watched: not to, and to do so.
int Reach::choices(int i) {
  if (!ground_->relevance.unordered()) [[likely]]
    return machine_.choices(i);
  look();
  return may_watch(i) ? 2 : machine_.choices(i);
}

PoolMachine::Step Reach::perform(int i, int choice) {
  const bool watches = choice == 1 && ground_->relevance.unordered() && is_access(machine_.node(i).op);
  const NodeId from = machine_.at(i);
  const PoolMachine::Step step = machine_.perform(i, choice);
  if (watches && step == PoolMachine::Step::kDone) machine_.watch(i, from);
  return step;
}

// Thread i has performed what stood at `performed`. False: a run is needed, to show that nothing orders it after the watched access.
bool Reach::look_for_unordered(int i, NodeId performed) {
  const Awareness& awareness = machine_.awareness();
  if (!awareness.watches()) [[likely]]
    return true;
  if (other_of(i) != awareness.thread() || awareness.knows(i)) return true;
  const Node &first = pool_[awareness.access()], &second = pool_[performed];
  if (!may_race(first, second) || !(awareness.writes() || machine_.wrote(performed, machine_.at(i)))) return true;
  while (memory_.busy.test_and_set(std::memory_order_acquire)) {
  }
  const uint64_t race = race_of(first.position, second.position);
  const bool is_new = !memory_.races.contains(race) && memory_.asked_races.insert(race).second;
  memory_.busy.clear(std::memory_order_release);
  if (!is_new) return true;
  asked_ = Ask::kUnordered;
  question_ = race;
  return false;
}

bool Reach::may_still_be_unordered() const {
  const Awareness& awareness = machine_.awareness();
  if (!awareness.watches()) return true;
  const int other = other_of(awareness.thread());
  return !awareness.knows(other) && may_conflict(other, awareness.access());
}

// What is watched, and who knows of it. Equal threads may be exchanged together with what they know.
StateHash Reach::awareness_part() const {
  const Awareness& awareness = machine_.awareness();
  const Node& n = pool_[awareness.access()];
  const uint64_t kind = (awareness.writes() ? 2 : 0) | (n.flags & kAtomic ? 1 : 0);
  StateHash sum = awareness.objects();
  sum += StateHash::part(mix(mix(n.position, n.object), mix(n.length, kind)), mix(awareness.thread()));
  for (int i = 0; i < machine_.parts(); ++i) {
    if (const unsigned bits = awareness.bits(i); bits != 0 && !machine_.is_idle(i))
      sum += StateHash::part(outlook_.part(i).a, mix(outlook_.part(i).b, bits) | 1);
  }
  return sum;
}

}  // namespace heddle::causal
