#include "causal/outlook.h"

namespace heddle::causal {

namespace {

constexpr uint16_t set_of(Outlook::Kind kind) { return static_cast<uint16_t>(1 << kind); }

// Of those who stand before such an event.
constexpr auto kKindsOf = [] {
  std::array<uint16_t, kOpCount> kinds{};
  for (int k = 0; k < kOpCount; ++k) {
    const auto op = static_cast<Op>(k);
    kinds[k] = set_of(Outlook::kReady);
    if (waits_before(op)) kinds[k] |= set_of(Outlook::kMayWait);
    if (op == Op::kUnlock || op == Op::kSemPost) kinds[k] |= set_of(Outlook::kGiving);
    if (is_access(op)) kinds[k] |= set_of(Outlook::kAccessing) | set_of(Outlook::kPlain) | set_of(Outlook::kHolding);
  }
  return kinds;
}();

uint16_t kinds_of(const Node& n, bool waits, bool meets_others) {
  uint16_t kinds = set_of(Outlook::kActive);
  if (n.next == Next::kEvent) kinds |= waits ? 0 : kKindsOf[static_cast<int>(n.op)];
  else if (n.next == Next::kJoin) kinds |= set_of(Outlook::kJoining);
  if (!meets_others) kinds &= ~(set_of(Outlook::kAccessing) | set_of(Outlook::kPlain));
  if (n.flags & kAtomic) kinds &= ~set_of(Outlook::kPlain);
  if (n.held == 0) kinds &= ~set_of(Outlook::kHolding);
  if (n.opens_section || (n.flags & heddle::kInSection)) kinds |= set_of(Outlook::kInSection);
  return kinds;
}

// So many watched cells are looked at faster than a list of those that have changed.
constexpr size_t kFew = 6;

// Of threads that are not there, or idle.
constexpr Footprints::Mark kNothing;

}  // namespace

// The part of a cell whose value may be another; the sums are brought up to date later.
inline const StateHash& Outlook::look_into(const Machine& machine, CellId c) {
  Content& content = contents_[c];
  const uint64_t value = machine.value(c);
  if (value == content.value && !uncertain_) return content.part;
  content.value = value;
  content.part = StateHash::part(value, uint64_t{c + 1} << 1);
  if (uncertain_) content.part += StateHash::part(machine.known(c), uint64_t{c + 1} << 33 | machine.is_dead(c));
  return content.part;
}

void Outlook::put(const Machine& machine, CellId c) {
  if (c >= contents_.size() || contents_[c].bit == 0) return;
  const StateHash before = contents_[c].part, part = look_into(machine, c);
  const uint64_t bit = contents_[c].bit;
  StateHash& sum = bits_[std::countr_zero(bit)];
  sum += part, sum -= before;
  if (live_ & bit) values_ += part, values_ -= before;
}

void Outlook::begin(Machine& machine, const Footprints& footprints, bool uncertain) {
  uncertain_ = uncertain;
  all_ = {};
  kinds_ = {};
  stands_ = {};
  part_ = {};
  machine.take_news();
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

void Outlook::look_at(int i, const Machine& machine, const Footprints& footprints) {
  StateHash part;
  uint16_t kinds = 0;
  mark_[i] = &kNothing;
  if (const NodeId at = machine.at(i); at != kNoNode && machine.is_idle(i)) {
    part = StateHash::part(machine.node(i).holds, ~static_cast<uint64_t>(i));  // where it stands does not matter, what it keeps does
  } else if (at != kNoNode) {
    const bool waits = machine.is_waiting(i);
    const Footprints::Mark& mark = footprints[at];
    part = waits ? StateHash::part(at, 1) : mark.part;
    mark_[i] = &mark;
    kinds = kinds_of(machine.node(i), waits, (mark.own_reads | mark.own_writes) != 0);
  }
  stands_.a += part.a - part_[i].a;
  stands_.b += part.b - part_[i].b;
  part_[i] = part;
  for (int changed = kinds ^ kinds_[i]; changed != 0; changed &= changed - 1)
    all_[std::countr_zero(static_cast<unsigned>(changed))] ^= uint64_t{1} << i;
  kinds_[i] = kinds;
}

uint64_t Outlook::enabled(const Machine& machine) const {
  uint64_t set = all(kReady);
  for (uint64_t rest = all(kMayWait); rest != 0; rest &= rest - 1)
    if (const int i = std::countr_zero(rest); !machine.can_perform(i)) set &= ~(uint64_t{1} << i);
  for (uint64_t rest = set & all(kInSection); rest != 0; rest &= rest - 1)
    if (const int i = std::countr_zero(rest); machine.node(i).flags & heddle::kInSection) return uint64_t{1} << i;
  return set;
}

StateHash Outlook::hash(Machine& machine, const Footprints& footprints, uint64_t live) {
  StateHash h = stands_;
  if (footprints.watched().size() <= kFew) {
    for (const Footprints::Watched& w : footprints.watched())
      if (live & w.bit) h += look_into(machine, w.cell);
    return h;
  }
  if (!machine.take_changes([&](CellId c) { put(machine, c); }))
    for (const Footprints::Watched& w : footprints.watched()) put(machine, w.cell);
  for (uint64_t rest = live & ~live_; rest != 0; rest &= rest - 1) values_ += bits_[std::countr_zero(rest)];
  for (uint64_t rest = live_ & ~live; rest != 0; rest &= rest - 1) values_ -= bits_[std::countr_zero(rest)];
  live_ = live;
  h += values_;
  return h;
}

}  // namespace heddle::causal
