// Races of accesses that need not come at the same time. The search watches accesses of its two threads, each in turn: where one of them stands
// before an access that may be the first of a race there are two ways on, one on which it is watched and one on which it is not. On the
// first, the state says besides who knows of it. What the thread accesses afterwards, before it hands anything on, becomes known together
// with it and is watched on the same way, so that an object that is filled in before it is passed on costs one way and not one for each
// member. When the other thread comes to an access that conflicts with it and
// does not know of it, nothing orders them. Nothing more can come of it once the other thread knows, or will not touch the place any more.
//
// Which accesses race follows from which steps that meet came in which order, and that is what the search tries all ways of: so it leaves
// out what it leaves out elsewhere.
#include <algorithm>
#include <span>

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

// Can thread i still come to an access that conflicts with one that reads or writes this?
bool Reach::may_conflict(int i, uint64_t reads, uint64_t writes) const {
  if (machine_.at(i) == kNoNode) return true;
  if (machine_.is_idle(i)) return false;
  const Outlook::Future future = outlook_.future(i);
  if ((writes & (future.reads | future.writes)) | (reads & future.writes)) return true;
  ground_->footprints.rely(machine_.at(i), writes, writes | reads);
  return false;
}

bool Reach::may_conflict(int i, NodeId access) const {
  const Footprints::Mark& mark = ground_->footprints[access];
  return may_conflict(i, mark.own_reads, mark.own_writes);
}

// Can thread i still make an access that the search is about and that conflicts with one that the other may still make?
bool Reach::may_conflict_with_more(int i, int other) const {
  if (machine_.is_idle(i)) return false;
  const Outlook::Future mine = outlook_.future(i);
  const uint64_t raced = ground_->raced;
  if (may_conflict(other, mine.reads & raced, mine.writes & raced)) return true;
  if (machine_.is_idle(other)) return false;
  const Outlook::Future its = outlook_.future(other);
  ground_->footprints.rely(machine_.at(i), its.writes & raced, (its.reads | its.writes) & raced);
  return false;
}

// Has its thread made an access that the search is about, and handed nothing on since, when it stands here?
bool Reach::follows_raced(NodeId n) const {
  for (n = pool_[n].parent; n != kNoNode && !machine_.awareness().may_hand_on(pool_[n]); n = pool_[n].parent)
    if (pool_[n].op != Op::kFree && ground_->relevance.is_raced(pool_[n])) return true;
  return false;
}

bool Reach::may_watch(int i) const {
  const Relevance& relevance = ground_->relevance;
  if (!relevance.unordered() || machine_.awareness().watches()) return false;
  const Node& n = machine_.node(i);
  const int other = other_of(i);
  return other >= 0 && n.op != Op::kFree && relevance.is_raced(n) && !follows_raced(machine_.at(i)) &&
         may_conflict_with_more(i, other);
}

// How many ways there are to perform the next event of thread i. Of an access that may be watched: not to, and to do so.
int Reach::choices(int i) {
  if (!ground_->relevance.unordered()) [[likely]]
    return machine_.choices(i);
  look();
  return may_watch(i) ? 2 : machine_.choices(i);
}

// The accesses that follow before anything is handed on are watched with it.
PoolMachine::Step Reach::perform(int i, int choice) {
  if (!ground_->relevance.unordered()) [[likely]]
    return machine_.perform(i, choice);
  const NodeId from = machine_.at(i);
  const Node& n = machine_.node(i);
  const Awareness& awareness = machine_.awareness();
  const bool watches = choice == 1 && is_access(n.op);
  const bool too = awareness.is_secret() && i == awareness.thread() && n.op != Op::kFree &&
                   ground_->relevance.is_raced(n) && !is_watched(n);
  const PoolMachine::Step step = machine_.perform(i, choice);
  if (watches && step == PoolMachine::Step::kDone) machine_.watch(i, from);
  if (too && step == PoolMachine::Step::kDone) machine_.watch_too(i, from);
  return step;
}

// One like it is.
bool Reach::is_watched(const Node& n) const {
  const std::span watched = machine_.awareness().watched();
  return std::ranges::any_of(watched, [&](const Awareness::Watched& w) {
    const Node& m = pool_[w.access];
    const auto number = static_cast<size_t>(&w - watched.data());
    return machine_.awareness().still_meets(number, n) && m.position == n.position && m.object == n.object &&
           m.length == n.length && m.op == n.op && m.flags == n.flags && m.held == n.held &&
           (n.op != Op::kRmw || w.writes);
  });
}

// Thread i has performed what stood at `performed`. False: a run is needed, to show that nothing orders it after the watched accesses.
bool Reach::look_for_unordered(int i, NodeId performed) {
  const Awareness& awareness = machine_.awareness();
  if (!awareness.watches()) [[likely]]
    return true;
  if (other_of(i) != awareness.thread() || awareness.knows(i)) return true;
  const Node& second = pool_[performed];
  const bool writes = machine_.wrote(performed, machine_.at(i));
  for (size_t k = 0; k < awareness.watched().size(); ++k) {
    const Awareness::Watched& w = awareness.watched()[k];
    const Node& first = pool_[w.access];
    if (!may_race(first, second) || !(w.writes || writes) || !awareness.still_meets(k, second)) continue;
    while (memory_.busy.test_and_set(std::memory_order_acquire)) {
    }
    const uint64_t race = race_of(first.position, second.position);
    const bool is_new = !memory_.races.contains(race) && memory_.asked_races.insert(race).second;
    memory_.busy.clear(std::memory_order_release);
    if (!is_new) continue;
    asked_ = Ask::kUnordered;  // its run shows those with the other watched accesses as well
    question_ = race;
    return false;
  }
  return true;
}

bool Reach::may_still_be_unordered() const {
  const Awareness& awareness = machine_.awareness();
  if (!awareness.watches()) return true;
  const int other = other_of(awareness.thread());
  if (awareness.knows(other)) return false;
  for (const Awareness::Watched& w : awareness.watched())
    if (may_conflict(other, w.access)) return true;
  return awareness.is_secret() && may_conflict_with_more(awareness.thread(), other);
}

// What is watched that somebody may still come to, and who knows of it. Equal threads may be exchanged together with what they know.
StateHash Reach::awareness_part() const {
  const Awareness& awareness = machine_.awareness();
  const int other = other_of(awareness.thread());
  StateHash sum = awareness.objects();
  sum += awareness.ended();
  for (const Awareness::Watched& w : awareness.watched()) {
    if (!may_conflict(other, w.access)) continue;
    const Node& n = pool_[w.access];
    const uint64_t kind = mix((w.writes ? 2 : 0) | (n.flags & kAtomic ? 1 : 0), n.held);
    sum += StateHash::part(mix(mix(n.position, n.object), mix(n.length, kind)), mix(awareness.thread()));
  }
  sum += StateHash::part(0x77617463, mix(awareness.thread()));
  for (int i = 0; i < machine_.parts(); ++i) {
    if (const unsigned bits = awareness.bits(i); bits != 0 && !machine_.is_idle(i))
      sum += StateHash::part(outlook_.part(i).a, mix(outlook_.part(i).b, bits) | 1);
  }
  return sum;
}

}  // namespace heddle::causal
