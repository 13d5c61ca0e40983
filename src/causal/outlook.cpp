#include "causal/outlook.h"

#include "base/hash.h"
#include "causal/sync_words.h"

namespace heddle::causal {

namespace {

// Of threads that are not there, or idle.
constexpr Footprints::Mark kNothing;

}  // namespace

void Outlook::put(const PoolMachine& machine, CellId c) {
  if (c >= contents_.size() || contents_[c].bit == 0) return;
  const StateHash part = contents_[c].part, gone = contents_[c].gone;
  const uint64_t bit = contents_[c].bit;
  const Content& now = look_into(machine, c);
  const auto replace = [&](StateHash& sum, const StateHash& before, const StateHash& after, uint64_t live) {
    sum += after, sum -= before;
    if (live & bit) values_ += after, values_ -= before;
  };
  replace(bits_[std::countr_zero(bit)], part, now.part, live_.values);
  if (uncertain_) replace(gone_[std::countr_zero(bit)], gone, now.gone, live_.needs);
}

// What is left in memory that was freed is looked at by nobody, unless it becomes a local once more.
void Outlook::look_if_there(const PoolMachine& machine, CellId c, Content& content) const {
  const uint64_t cell = uint64_t{c + 1} << 33;
  content.part += StateHash::part(machine.known(c), cell);
  content.gone = machine.is_dead(c) ? StateHash::part(machine.is_freed(c), cell | 1) : StateHash();
  const Pool& pool = machine.pool();
  const bool kept = pool.has_begins() && merged_->fault() != ReachFault::kLeft;
  if (machine.is_freed(c) && pool.cells()[c].what == dependence::Class::kAccess && !kept) content.part = {};
}

void Outlook::begin(PoolMachine& machine, const Footprints& footprints, const EqualThreads& equals,
                    const Merged& merged, bool uncertain) {
  equals_ = &equals;
  merged_ = &merged;
  uncertain_ = uncertain;
  all_ = {};
  kinds_ = {};
  stands_ = {};
  part_ = {};
  machine.take_news();
  parts_ = machine.parts();
  for (int i = 0; i < machine.parts(); ++i) look_at(i, machine, footprints);
  bits_ = gone_ = {};
  live_ = {};
  values_ = {};
  machine.take_changes([](CellId) {});
  contents_.clear();
  for (const Footprints::Watched& w : footprints.watched()) {
    if (contents_.size() <= w.cell) contents_.resize(w.cell + 1);
    contents_[w.cell] = {{}, {}, w.bit, ~machine.value(w.cell)};
    put(machine, w.cell);
  }
}

// What is in the cell of an object, with no difference between equal threads: which of them holds it or waits there follows from
// where they stand.
uint64_t Outlook::exchanged(const PoolMachine& machine, CellId c, uint64_t value) const {
  using dependence::Class;
  switch (machine.pool().cells()[c].what) {
    case Class::kLock: {
      if (!words::lock::is_written(value)) return value;
      const ThreadId owner = equals_->like(words::lock::owner(value));
      return (value & ~words::lock::kOwner) | words::lock::owner_bits(owner);
    }
    case Class::kCondition:
    case Class::kBarrier:
    case Class::kFutex: {
      uint64_t others = 0, equals = 0;
      for (uint64_t rest = value; rest != 0; rest &= rest - 1) {
        const int i = std::countr_zero(rest);
        if (!equals_->has_equal(machine.thread(i))) others |= uint64_t{1} << i;
        else equals += mix(equals_->like(machine.thread(i)));
      }
      return equals == 0 ? value : mix(others, equals);
    }
    default: return value;
  }
}

// Of a thread that has something to do. Equal threads that stand alike have equal parts. Registers are named by how long ago they
// were filled, as in merged.h.
StateHash Outlook::part_of(int i, const PoolMachine& machine, const Footprints& footprints) const {
  const NodeId at = machine.at(i);
  const std::span<const uint64_t> registers = machine.registers(i);
  const uint64_t uses = registers.empty() ? 0 : footprints.uses(at);
  const bool waits = machine.is_waiting(i), equal = equals_->has_equal(machine.thread(i));
  const StateHash node = merged_->part(equals_->like(at));
  if (uses == 0 && !waits && !equal) return node;
  StateHash sum = node;
  if (waits) {  // what it waits for stands before it
    const Node& before = machine.pool()[machine.node(i).parent];
    sum = StateHash::part(node.a,
                          mix(node.b, mix(mix(before.position, before.object), static_cast<uint64_t>(before.op))));
  }
  const auto filled = static_cast<uint32_t>(registers.size());
  for (uint32_t r = 0; r < filled && uses != 0 && merged_->fault() != ReachFault::kRegisters; ++r)
    if (uses & Pool::register_bit(r))
      sum += StateHash::part(registers[r], mix(equal ? kMaxThreads : static_cast<uint64_t>(i), filled - r) | 1);
  return equal ? StateHash::part(sum.a, sum.b) : sum;  // several add up: each has to be a whole
}

void Outlook::look_at(int i, const PoolMachine& machine, const Footprints& footprints) {
  const NodeId at = machine.at(i);
  StateHash part;
  uint16_t kinds = 0;
  const Footprints::Mark* mark = &kNothing;
  if (machine.is_idle(i)) {  // where it stands does not matter, what it keeps does
    const ThreadId t = machine.thread(i);
    const int who = equals_->has_equal(t) ? equals_->like(t) + kMaxThreads : i;
    part = StateHash::part(machine.node(i).holds, ~static_cast<uint64_t>(who));
  } else if (at != kNoNode) {
    mark = &footprints[at];
    part = part_of(i, machine, footprints);
    kinds = mark->kinds;
    const bool waits = machine.is_waiting(i);
    if (waits || kinds == 0) kinds = kinds_of(machine.node(i), waits, (mark->own_reads | mark->own_writes) != 0);
  }
  mark_[i] = mark;
  future_[i] = kinds >> kJoining & 1 ? Future{} : Future{mark->reads, mark->writes};
  own_[i] = mark->own_reads | mark->own_writes;
  stands_ += part, stands_ -= part_[i];
  part_[i] = part;
  for (unsigned changed = kinds ^ kinds_[i]; changed != 0; changed &= changed - 1)
    all_[std::countr_zero(changed)] ^= uint64_t{1} << i;
  kinds_[i] = kinds;
}

uint64_t Outlook::really_enabled(const PoolMachine& machine) const {
  uint64_t set = all(kReady);
  for (uint64_t rest = all(kMayWait); rest != 0; rest &= rest - 1)
    if (const int i = std::countr_zero(rest); !machine.can_perform(i)) set &= ~(uint64_t{1} << i);
  for (uint64_t rest = set & all(kInSection); rest != 0; rest &= rest - 1)
    if (const int i = std::countr_zero(rest); machine.node(i).flags & heddle::kInSection) return uint64_t{1} << i;
  return set;
}

const StateHash& Outlook::sum_of_values(PoolMachine& machine, const Footprints& footprints, const Live& live) {
  if (!machine.take_changes([&](CellId c) { put(machine, c); }))
    for (const Footprints::Watched& w : footprints.watched()) put(machine, w.cell);
  const auto turn = [&](const std::array<StateHash, 64>& sums, uint64_t before, uint64_t now) {
    for (uint64_t rest = now & ~before; rest != 0; rest &= rest - 1) values_ += sums[std::countr_zero(rest)];
    for (uint64_t rest = before & ~now; rest != 0; rest &= rest - 1) values_ -= sums[std::countr_zero(rest)];
  };
  turn(bits_, live_.values, live.values);
  if (uncertain_) turn(gone_, live_.needs, live.needs);
  live_ = live;
  return values_;
}

}  // namespace heddle::causal
