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
  const StateHash before = contents_[c].part, part = look_into(machine, c);
  const uint64_t bit = contents_[c].bit;
  StateHash& sum = bits_[std::countr_zero(bit)];
  sum += part, sum -= before;
  if (live_ & bit) values_ += part, values_ -= before;
}

void Outlook::begin(PoolMachine& machine, const Footprints& footprints, const EqualThreads& equals, bool uncertain) {
  equals_ = &equals;
  uncertain_ = uncertain;
  all_ = {};
  kinds_ = {};
  stands_ = {};
  part_ = {};
  machine.take_news();
  parts_ = machine.parts();
  for (int i = 0; i < machine.parts(); ++i) look_at(i, machine, footprints);
  bits_ = {};
  live_ = 0;
  values_ = {};
  machine.take_changes([](CellId) {});
  contents_.clear();
  for (const Footprints::Watched& w : footprints.watched()) {
    if (contents_.size() <= w.cell) contents_.resize(w.cell + 1);
    contents_[w.cell] = {{}, w.bit, ~machine.value(w.cell)};
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

// Of a thread that has something to do. Equal threads that stand alike have equal parts.
StateHash Outlook::part_of(int i, const PoolMachine& machine, const Footprints& footprints) const {
  const NodeId at = machine.at(i);
  const std::span<const uint64_t> registers = machine.registers(i);
  const uint64_t uses = registers.empty() ? 0 : footprints.uses(at);
  if (!equals_->any() && uses == 0) return machine.is_waiting(i) ? StateHash::part(at, 1) : footprints[at].part;
  const bool equal = equals_->has_equal(machine.thread(i));
  StateHash sum = StateHash::part(equals_->like(at), machine.is_waiting(i));
  for (uint32_t r = 0; r < registers.size() && uses != 0; ++r)
    if (uses & Pool::register_bit(r))
      sum += StateHash::part(registers[r], mix(equal ? kMaxThreads : static_cast<uint64_t>(i), r) | 1);
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

const StateHash& Outlook::sum_of_values(PoolMachine& machine, const Footprints& footprints, uint64_t live) {
  if (!machine.take_changes([&](CellId c) { put(machine, c); }))
    for (const Footprints::Watched& w : footprints.watched()) put(machine, w.cell);
  for (uint64_t rest = live & ~live_; rest != 0; rest &= rest - 1) values_ += bits_[std::countr_zero(rest)];
  for (uint64_t rest = live_ & ~live; rest != 0; rest &= rest - 1) values_ -= bits_[std::countr_zero(rest)];
  live_ = live;
  return values_;
}

}  // namespace heddle::causal
