#include "facts/future_walk.h"

#include <algorithm>
#include <limits>

namespace heddle::facts {
namespace {

using Wide = __int128;

constexpr uint64_t kMostSpan = uint64_t{1} << 40;

uint64_t mix_in(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 29;
}

int64_t as_signed(uint64_t value, uint32_t bits) {
  return bits >= 64 ? static_cast<int64_t>(value) : static_cast<int64_t>(value << (64 - bits)) >> (64 - bits);
}

bool overlap(Wide a, Wide a_end, Wide b, Wide b_end) { return a < b_end && b < a_end; }

}  // namespace

FutureWalk::FutureWalk(const Futures& futures, Precision precision, FutureFault fault, bool loads)
    : futures_(futures), precision_(precision), fault_(fault) {
  if (loads && precision == Precision::kHybrid)
    writers_ = std::make_unique<FutureWalk>(futures, precision, fault, false);
  entered_.reserve(kMostEntered);
  marks_.resize(kMostMarks / 64);
  parameters_.resize(size_t{kMostDepth + 2} * 2 * kMaxParameters);
}

bool FutureWalk::may_conflict(const FutureAccess& access, std::span<const StandingThread> others,
                              const FutureWorld& world) {
  world_ = &world;
  others_ = others;
  access_ = access;
  work_ = 0;
  written_count_ = 0;
  return any_conflict(writers_ != nullptr);
}

bool FutureWalk::any_conflict(bool loads) {
  loads_ = loads;
  conflict_ = false;
  entered_.clear();
  marks_used_ = 0;
  depth_ = 0;
  for (const StandingThread& thread : others_) {
    walk_thread(thread);
    if (conflict_) return true;
  }
  return false;
}

// True if the thread may come to its end.
bool FutureWalk::walk_thread(const StandingThread& thread) {
  if (thread.frames.empty()) {
    conflict_ = true;
    return true;
  }
  for (size_t i = 0; i < thread.frames.size(); ++i) {
    const StandingFrame& frame = thread.frames[i];
    Activation activation{frame.function, frame.slots, frame.item, nullptr};
    uint32_t from = frame.item;
    if (i > 0) {
      // The function that was called is on its way, unless it is one that is not seen, which calls the one that is.
      const ItemRow& call = frame.function->items[frame.item];
      const uint64_t name = call.name[0] | uint64_t{call.name[1]} << 32;
      if (call.kind == ItemKind::kCall && name == thread.frames[i - 1].function->name) ++from;
    }
    if (!walk(activation, from) || conflict_) return false;
    if (fault_ == FutureFault::kIgnoreCallers) return true;
  }
  if (thread.after == nullptr) return true;
  Interval argument{true, static_cast<int64_t>(thread.argument), static_cast<int64_t>(thread.argument)};
  return enter(*thread.after, &argument, 1);
}

bool FutureWalk::walk(Activation& activation, uint32_t item) {
  const FutureFunction& f = *activation.function;
  const uint32_t words = f.words_per_block;
  // `marks` are the blocks that were entered, `open` those to be gone through.
  if (marks_used_ + 2 * words > marks_.size() || depth_ > kMostDepth) {
    conflict_ = true;
    return true;
  }
  uint64_t* const marks = &marks_[marks_used_];
  uint64_t* const open = marks + words;
  std::fill_n(marks, 2 * words, 0);
  marks_used_ += 2 * words;
  bool leaves = false;
  const auto go_through = [&](uint32_t block, uint32_t from) {
    const uint32_t end = f.blocks[block + 1].first_item;
    for (uint32_t i = from; i < end; ++i) {
      if (++work_ > kMostWork) conflict_ = true;
      if (conflict_) return;
      if (!visit(activation, i)) return;
      leaves |= (f.items[i].flags & kMayThrow) != 0;
    }
    leaves |= f.blocks[block].leaves != 0;
    for (uint32_t to : f.next(block))
      if (!(marks[to / 64] >> (to % 64) & 1)) {
        marks[to / 64] |= uint64_t{1} << (to % 64);
        open[to / 64] |= uint64_t{1} << (to % 64);
      }
  };
  const uint32_t first = item < f.items.size() ? f.block_of[item] : 0;
  // Behind the last item of a block the rest of that block comes, not the next item.
  const uint32_t start_block = activation.slots != nullptr ? f.block_of[activation.item] : first;
  go_through(start_block, activation.slots != nullptr ? item : f.blocks[0].first_item);
  for (bool more = true; more && !conflict_;) {
    more = false;
    for (uint32_t w = 0; w < words && !conflict_; ++w)
      while (open[w] != 0 && !conflict_) {
        const auto bit = static_cast<uint32_t>(__builtin_ctzll(open[w]));
        open[w] &= open[w] - 1;
        const uint32_t block = w * 64 + bit;
        go_through(block, f.blocks[block].first_item);
        more = true;
      }
  }
  marks_used_ -= 2 * words;
  return leaves;
}

bool FutureWalk::enter(const FutureFunction& f, const Interval* arguments, uint32_t count) {
  if (f.opaque() || entered_.size() == kMostEntered) {
    conflict_ = true;
    return true;
  }
  const bool deep = depth_ >= kMostDepth;
  const uint32_t known = std::min({count, f.parameters, kMaxParameters});
  uint64_t hash = f.number;
  for (uint32_t i = 0; i < known && !deep; ++i)
    hash = mix_in(hash, arguments[i].known
                            ? mix_in(static_cast<uint64_t>(arguments[i].low), static_cast<uint64_t>(arguments[i].high))
                            : 1);
  for (const Entered& e : entered_)
    if (e.function == f.number && e.parameters == hash) return !e.done || e.leaves;
  const size_t mine = entered_.size();
  entered_.push_back({f.number, hash, false, false});
  Interval* parameters = &parameters_[size_t(std::min(depth_, kMostDepth)) * 2 * kMaxParameters];
  for (uint32_t i = 0; i < kMaxParameters; ++i) parameters[i] = i < known && !deep ? arguments[i] : Interval{};
  if (deep) {
    conflict_ = true;
    return true;
  }
  ++depth_;
  Activation activation{&f, nullptr, 0, parameters};
  const bool leaves = walk(activation, 0);
  --depth_;
  entered_[mine].leaves = leaves;
  entered_[mine].done = true;
  return leaves;
}

// False if nothing comes after it.
bool FutureWalk::visit(Activation& activation, uint32_t number) {
  const ItemRow& item = activation.function->items[number];
  activation.use = number;
  switch (item.kind) {
    case ItemKind::kHarmless: return true;
    case ItemKind::kAnything: conflict_ = true; return true;
    case ItemKind::kAccess: compare(activation, item); return true;
    case ItemKind::kLock: {
      compare(activation, item);
      const Interval at = evaluate(activation, item.address);
      return !(at.single() && world_->holds(static_cast<uint64_t>(at.low)));
    }
    case ItemKind::kJoin: {
      const Interval handle = evaluate(activation, item.address);
      return !(handle.single() && world_->is_asker(static_cast<uint64_t>(handle.low)));
    }
    case ItemKind::kCall:
    case ItemKind::kIndirect:
    case ItemKind::kCreate: return visit_call(activation, item);
  }
  conflict_ = true;
  return true;
}

bool FutureWalk::visit_call(Activation& activation, const ItemRow& item) {
  const bool creates = item.kind == ItemKind::kCreate;
  if (creates && fault_ == FutureFault::kIgnoreThreads) return true;
  Interval arguments[kMaxParameters];
  const bool given = item.arguments != UINT32_MAX;
  const uint32_t count = given ? std::min(item.arguments, kMaxParameters) : 0;
  for (uint32_t i = 0; i < count; ++i)
    arguments[i] = evaluate(activation, activation.function->arguments[item.first + i]);
  bool leaves = creates, some = false;
  const auto go_in = [&](const FutureFunction& f) {
    some = true;
    leaves |= enter(f, arguments, count);
  };
  if (item.kind == ItemKind::kCall || (creates && (item.flags & kNamed))) {
    for (uint32_t f : futures_.named(item.name[0] | uint64_t{item.name[1]} << 32)) go_in(futures_.functions()[f]);
    if (!some) conflict_ = true;
  } else {
    futures_.for_each_indirect(item, go_in);
    leaves = true;  // it may be another after all
  }
  return leaves;
}

bool FutureWalk::types_differ(const ItemRow& item) const {
  for (int i = 0; i < 3; ++i) {
    if (item.type[i] == 0 || access_.type[i] == 0) return false;
    if (item.type[i] != access_.type[i]) return true;
  }
  return false;
}

void FutureWalk::compare(Activation& activation, const ItemRow& item) {
  if (conflict_) return;
  const bool writes = item.flags & (kWrites | kFrees);
  if (!writes && !access_.writes && !access_.frees) return;
  // A lock is not accessed by what knows the type of what it accesses.
  if ((item.flags & kObject) && !access_.frees && access_.type[0] != 0) return;
  const bool typed = !access_.frees && !(item.flags & (kFrees | kObject));
  if (typed && types_differ(item)) {
    // Types are for what is not known: memory that is named is the same memory, whoever looks at it as what.
    const Interval at = evaluate(activation, item.address);
    if (!at.known || item.bytes == 0) return;
  }
  Interval where;
  if (bounds(activation, item, where)) {
    conflict_ = overlap(where.low, where.high, static_cast<Wide>(access_.address),
                        static_cast<Wide>(access_.address) + static_cast<Wide>(access_.size));
    return;
  }
  if (futures_.is_named_only(access_.address)) return;
  if (item.flags & kFrees) {
    uint64_t begin, end;
    if (!world_->in_heap(access_.address)) return;
    if (item.bytes != 0 && world_->object(access_.address, begin, end) && end - begin != item.bytes) return;
  }
  conflict_ = true;
}

// Where an access goes: [low, high). False if that is not known.
bool FutureWalk::bounds(Activation& activation, const ItemRow& item, Interval& where) {
  uint64_t begin, end;
  const Interval at = evaluate(activation, item.address);
  if (at.known && item.bytes != 0 && !(item.flags & kFrees)) {
    where = {true, at.low, at.high + static_cast<int64_t>(item.bytes)};
    return true;
  }
  if (fault_ == FutureFault::kIgnoreIndexes && item.base != kNoExpression) {  // as if the index were 0
    const Interval base = evaluate(activation, item.base);
    if (base.single()) {
      where = {true, base.low, base.low + static_cast<int64_t>(item.bytes)};
      return true;
    }
  }
  const Interval base = at.single() ? at : item.base != kNoExpression ? evaluate(activation, item.base) : Interval{};
  if (!base.single() || !world_->object(static_cast<uint64_t>(base.low), begin, end)) return false;
  where = {true, static_cast<int64_t>(begin), static_cast<int64_t>(end)};
  return true;
}

FutureWalk::Interval FutureWalk::evaluate(Activation& activation, uint32_t number) {
  if (number == kNoExpression) return {};
  const ExpressionRow& row = activation.function->expressions[number];
  const auto fit = [](Wide low, Wide high, uint32_t bits) -> Interval {
    const Wide most = (Wide{1} << (std::min(bits, 64u) - 1)) - 1;
    if (low > high || low < -most - 1 || high > most || high - low > static_cast<Wide>(kMostSpan)) return {};
    return {true, static_cast<int64_t>(low), static_cast<int64_t>(high)};
  };
  switch (row.op) {
    case ExpressionOp::kUnknown: return {};
    case ExpressionOp::kConstant: {
      const auto value = static_cast<int64_t>(row.a | uint64_t{row.b} << 32);
      return {true, value, value};
    }
    case ExpressionOp::kVariable: {
      const auto at = static_cast<int64_t>(activation.function->variables[row.a]);
      return {true, at, at};
    }
    case ExpressionOp::kSlot: return slot(activation, row.a);
    case ExpressionOp::kLoad: return load(activation, row);
    default: break;
  }
  const Interval a = evaluate(activation, row.a);
  if (!a.known) return {};
  if (row.op == ExpressionOp::kSignExtend) return a;
  if (row.op == ExpressionOp::kZeroExtend) return a.low >= 0 ? a : Interval{};
  if (row.op == ExpressionOp::kTruncate) return fit(a.low, a.high, row.c);
  const Interval b = evaluate(activation, row.b);
  if (!b.known) return {};
  const Wide products[] = {Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low, Wide{a.high} * b.high};
  switch (row.op) {
    case ExpressionOp::kAdd: return fit(Wide{a.low} + b.low, Wide{a.high} + b.high, row.c);
    case ExpressionOp::kMultiply:
      return fit(*std::min_element(products, products + 4), *std::max_element(products, products + 4), row.c);
    case ExpressionOp::kDivide:
      if (a.low < 0 || b.low <= 0) return {};
      return {true, a.low / b.high, a.high / b.low};
    case ExpressionOp::kSmallest: return {true, std::min(a.low, b.low), std::min(a.high, b.high)};
    case ExpressionOp::kLargest: return {true, std::max(a.low, b.low), std::max(a.high, b.high)};
    case ExpressionOp::kRecurrence: {
      const Interval times = evaluate(activation, row.c);
      if (!times.known || times.low < 0) return {};
      const Wide far_low = std::min<Wide>(0, Wide{b.low} * times.high),
                 far_high = std::max<Wide>(0, Wide{b.high} * times.high);
      return fit(Wide{a.low} + far_low, Wide{a.high} + far_high, 64);
    }
    default: return {};
  }
}

// Will the slot get another value before it is used?
bool FutureWalk::value_is_lost(const Activation& activation, const SlotRow& slot) const {
  if (slot.parameter != 0 || fault_ == FutureFault::kStaleLocals) return false;
  const FutureFunction& f = *activation.function;
  const uint32_t block = f.block_of[activation.item];
  return (slot.block == block && slot.item > activation.item) || f.reaches(block, slot.block);
}

FutureWalk::Interval FutureWalk::slot(const Activation& activation, uint32_t number) {
  const SlotRow& row = activation.function->slots[number];
  if (precision_ == Precision::kFields) return {};
  if (activation.slots == nullptr)
    return row.parameter != 0 && row.parameter <= kMaxParameters ? activation.parameters[row.parameter - 1]
                                                                 : Interval{};
  if (activation.slots[number] == kNoValue || value_is_lost(activation, row)) return {};
  const int64_t value = as_signed(activation.slots[number], row.bits);
  return {true, value, value};
}

// Can the thread come from item `from` to item `to` without giving the slot a value?
bool FutureWalk::passes_by(const FutureFunction& f, uint32_t from, uint32_t to, const SlotRow& slot) {
  const uint32_t start = f.block_of[from], end = f.block_of[to];
  if (start == slot.block && slot.item > from) return start == end && to > from && to < slot.item;
  if (start == end && to >= from) return true;
  const uint32_t words = f.words_per_block;
  if (marks_used_ + 2 * words > marks_.size()) return true;
  uint64_t* const marks = &marks_[marks_used_];
  uint64_t* const open = marks + words;
  std::fill_n(marks, 2 * words, 0);
  open[start / 64] |= uint64_t{1} << (start % 64);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t w = 0; w < words; ++w)
      while (open[w] != 0) {
        const uint32_t block = w * 64 + static_cast<uint32_t>(__builtin_ctzll(open[w]));
        open[w] &= open[w] - 1;
        more = true;
        for (uint32_t next : f.next(block)) {
          if (next == end && !(next == slot.block && slot.item <= to)) return true;
          if (next == slot.block || (marks[next / 64] >> (next % 64) & 1)) continue;
          marks[next / 64] |= uint64_t{1} << (next % 64);
          open[next / 64] |= uint64_t{1} << (next % 64);
        }
      }
  }
  return false;
}

FutureWalk::Interval FutureWalk::load(Activation& activation, const ExpressionRow& row) {
  const FutureFunction& f = *activation.function;
  if (row.d != 0 && activation.slots != nullptr) {
    const SlotRow& kept = f.slots[row.d - 1];
    if (!value_is_lost(activation, kept)) return slot(activation, row.d - 1);
    // An earlier value may be used before the next is loaded.
    if (passes_by(f, activation.item, activation.use, kept)) return {};
  }
  if (!loads_ || precision_ == Precision::kFields) return {};
  const Interval at = evaluate(activation, row.a);
  uint64_t value = 0;
  if (!at.single() || !world_->read(static_cast<uint64_t>(at.low), row.b, value)) return {};
  if (may_be_written(static_cast<uint64_t>(at.low), row.b, f.types[row.c])) return {};
  const int64_t number = as_signed(value, row.b * 8);
  return {true, number, number};
}

// By any of the threads that may go on. Found out without looking at memory, so that it ends.
bool FutureWalk::may_be_written(uint64_t address, uint64_t size, const std::array<uint32_t, 3>& type) {
  if (fault_ == FutureFault::kIgnoreUpdates) return false;
  for (uint32_t i = 0; i < written_count_; ++i)
    if (written_[i].address == address) return written_[i].written;
  if (written_count_ == kMostWritten) return true;
  const FutureAccess access{.address = address, .size = size, .type = type};
  const bool written = writers_->may_conflict(access, others_, *world_);
  written_[written_count_++] = {address, written};
  return written;
}

}  // namespace heddle::facts
