// What the search recognises in a state besides new histories: deadlocks, and accesses that race. Each is asked for once.
#include <algorithm>
#include <bit>
#include <utility>

#include "base/hash.h"
#include "causal/reach.h"

namespace heddle::causal {

bool may_race(const Node& a, const Node& b) {
  if (a.next != Next::kEvent || b.next != Next::kEvent || !is_access(a.op) || !is_access(b.op)) return false;
  if ((a.flags & b.flags & kAtomic) || (a.held & b.held)) return false;
  if (a.op == Op::kRead && b.op == Op::kRead) return false;
  return dependence::overlap(a.object, a.length, b.object, b.length);
}

namespace {

// A race between these threads.
uint64_t meeting_of(uint64_t race, ThreadId a, ThreadId b) { return mix(race, mix(std::min(a, b), std::max(a, b))); }

}  // namespace

uint64_t race_of(uint64_t position, uint64_t other) {
  return mix(std::min(position, other), std::max(position, other));
}

std::vector<uint8_t> cells_that_may_race(const Pool& pool, const Memory& memory, ThreadId a, ThreadId b,
                                         const std::unordered_set<uint64_t>* met, Races races) {
  std::vector<uint8_t> cells;
  std::vector<NodeId> others;
  const auto is_access_of = [&](const Node& n, ThreadId t) {
    const bool frees = n.op == Op::kFree && races != Races::kSideBySide;
    return n.thread == t && n.next == Next::kEvent && is_access(n.op) && (n.cell != kNoCell || frees);
  };
  // One node for each position and set of locks is enough.
  std::unordered_set<uint64_t> kinds;
  const auto first_of_its_kind = [&](const Node& n) {
    return kinds.insert(mix(mix(mix(n.thread, n.position), mix(n.held, n.object)), n.length)).second;
  };
  for (NodeId n = 1; n < pool.size(); ++n)
    if (is_access_of(pool[n], b) && first_of_its_kind(pool[n])) others.push_back(n);
  for (NodeId n = 1; n < pool.size(); ++n) {
    if (!is_access_of(pool[n], a) || !first_of_its_kind(pool[n])) continue;
    for (NodeId o : others) {
      const uint64_t race = race_of(pool[n].position, pool[o].position);
      if (!may_race(pool[n], pool[o]) || memory.races.contains(race) || memory.asked_races.contains(race) ||
          (met && !met->contains(meeting_of(race, a, b))))
        continue;
      cells.resize(pool.cells().size());
      for (NodeId node : {n, o}) {
        pool.for_each_cell(pool[node], pool[node].cell, [&](CellId c) { cells[c] = 1; });
        if (pool[node].op == Op::kFree)
          for (CellId c : pool.list(pool[node])) cells[c] = 1;
      }
    }
  }
  return cells;
}

// Nobody can go on. Has a run ended with these threads waiting for these things?
bool Reach::is_new_deadlock() {
  std::vector<uint64_t> waits;
  if (!ground_->relevance.blocking()) return false;  // somebody may be left out who matters
  const bool main_ends = machine_.is_idle(0) || machine_.node(0).next == Next::kEnd;
  if (main_ends && !pool_.main_leaves()) return false;                // main goes on and ends the process
  for (int i = 0; i < machine_.parts() && ground_->postponed; ++i) {  // nor does one wait who was left where he stands
    const Next next = machine_.at(i) == kNoNode || machine_.is_idle(i) ? Next::kEnd : machine_.node(i).next;
    if (next == Next::kUnknown || next == Next::kAsk || next == Next::kCreate) return false;
  }
  if (!machine_.stuck(waits) || waits.empty()) return false;
  const auto of = [](const std::vector<uint64_t>& all, ThreadId t) {
    for (uint64_t h : all)
      if ((h & 0xff) == t) return h;
    return uint64_t{0};
  };
  const auto is_same = [&](const std::vector<uint64_t>& known) {
    bool same = true;
    for (int i = 0; i < machine_.parts() && same; ++i)
      same = (machine_.is_idle(i) && machine_.node(i).next != Next::kEnd) ||
             of(known, machine_.thread(i)) == of(waits, machine_.thread(i));
    return same;
  };
  while (memory_.busy.test_and_set(std::memory_order_acquire)) {
  }
  const bool is_new = std::none_of(memory_.deadlocks.begin(), memory_.deadlocks.end(), is_same) &&
                      std::none_of(memory_.asked_deadlocks.begin(), memory_.asked_deadlocks.end(), is_same);
  if (is_new) memory_.asked_deadlocks.push_back(waits);
  if (is_new) deadlock_ = std::move(waits);
  memory_.busy.clear(std::memory_order_release);
  return is_new;
}

// A run was made for it, or will not be. If it showed it, it is known by that.
void Reach::forget_deadlock() {
  while (memory_.busy.test_and_set(std::memory_order_acquire)) {
  }
  std::vector<std::vector<uint64_t>>& all = memory_.asked_deadlocks;
  if (const auto mine = std::find(all.begin(), all.end(), deadlock_); mine != all.end()) all.erase(mine);
  deadlock_.clear();
  memory_.busy.clear(std::memory_order_release);
}

// Do the threads stand before accesses that race? `only_if`: for inputs for which this holds, if it has a symbol.
bool Reach::race_here(int i, int j, Demand& only_if) {
  for (int k : {i, j})
    if (machine_.at(k) == kNoNode || machine_.is_waiting(k)) return false;
  if (!may_race(machine_.node(i), machine_.node(j))) return false;
  only_if = {};
  bool depends = false;             // on an input, and it is not known how
  const auto writes = [&](int k) {  // a compare-exchange that fails does not
    const Node& n = machine_.node(k);
    if (n.op != Op::kRmw || n.blind) return n.op != Op::kRead;
    if (n.fills && !compares(n)) return true;
    if (n.fills) {
      const Datum same = machine_.exchanges(k);
      if (same.symbol != kNoSymbol) only_if = {same.symbol, 1, true};
      return same.symbol == kNoSymbol && same.word != 0;
    }
    if (n.pieces == 0 && machine_.symbol(n.cell) != kNoSymbol) {
      depends = true;
      return false;
    }
    uint64_t value = machine_.value(n.cell) >> n.shift & n.mask;
    if (n.pieces > 0 && !machine_.block_value(pool_.pieces(n), n.object, n.length, value)) return true;
    const Edge* edge = pool_.find(machine_.at(k), value);
    if (edge == nullptr) return pool_.depth(machine_.at(k)) <= memory_.depth;  // deeper, it will be known later
    return !edge->failed;
  };
  if (writes(i) || writes(j)) {
    only_if = {};
    return true;
  }
  if (depends) machine_.set_trouble("whether a read-modify-write takes part in a race depends on an input");
  return only_if.symbol != kNoSymbol;
}

// The two threads of the search do, and no run has shown it.
bool Reach::meets_race() {
  const Relevance& relevance = ground_->relevance;
  const int i = machine_.index(relevance.target()), j = machine_.index(relevance.second());
  Demand only_if;
  if (i < 0 || j < 0 || !race_here(i, j, only_if)) return false;
  new_answer_.clear();
  if (only_if.symbol != kNoSymbol) {
    new_answer_.push_back(only_if);
    if (!is_possible(new_answer_, machine_.node(i).position)) return false;
  }
  if (!relevance.is_raced(machine_.node(i)) || !relevance.is_raced(machine_.node(j))) return false;
  while (memory_.busy.test_and_set(std::memory_order_acquire)) {
  }
  question_ = race_of(machine_.node(i).position, machine_.node(j).position);
  const bool is_new = !memory_.races.contains(question_) && memory_.asked_races.insert(question_).second;
  memory_.busy.clear(std::memory_order_release);
  if (!is_new) return false;
  path_.push_back(machine_.thread(i));
  path_.push_back(machine_.thread(j));
  other_order_ = false;
  return true;
}

// Notes all races of the state. Nearly always there are none, which the footprints tell.
void Reach::watch_races() {
  if (outlook_.all(Outlook::kPlain) == 0) return;
  uint64_t reads = 0, writes = 0, plain_reads = 0, plain_writes = 0;
  for (uint64_t rest = outlook_.all(Outlook::kAccessing); rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    const uint64_t r = outlook_.own_reads(i), w = outlook_.own_writes(i);
    const bool plain = outlook_.is(Outlook::kPlain, i);
    if (plain ? (w & (reads | writes)) | (r & writes) : (w & (plain_reads | plain_writes)) | (r & plain_writes))
      note_races_of(i);
    reads |= r, writes |= w;
    if (plain) plain_reads |= r, plain_writes |= w;
  }
}

// With threads of smaller numbers.
void Reach::note_races_of(int i) {
  for (int j = 0; j < i; ++j) {
    if (Demand only_if; !race_here(j, i, only_if)) continue;
    const uint64_t race = race_of(machine_.node(i).position, machine_.node(j).position);
    while (memory_.busy.test_and_set(std::memory_order_acquire)) {
    }
    ground_->met_races.insert(meeting_of(race, machine_.thread(j), machine_.thread(i)));
    memory_.busy.clear(std::memory_order_release);
  }
}

}  // namespace heddle::causal
