// What accesses to memory do, and to objects that live there.
#include <algorithm>

#include "certificate/machine.h"
#include "trace/contents.h"
#include "trace/life.h"

namespace heddle::certificate {

using dependence::Class;

Machine::Seen Machine::load(const Place& place, std::string& bytes) const {
  bytes.clear();
  bool depends = false;
  for (const Part& p : place) {
    const Word w = word(p.cell);
    if (is_freed(w)) return Seen::kFreed;
    const std::string known = bytes_of(w.extra >> (8 * p.first), p.length);
    if (known.find_first_not_of('\xff') != std::string::npos) return Seen::kUnknown;
    bytes += bytes_of(w.value >> (8 * p.first), p.length);
    for (uint32_t i = 0; i < p.length; ++i) depends |= rows_[w.row][p.first + i].formula != 0;
  }
  return depends ? Seen::kInput : Seen::kKnown;
}

Machine::Seen Machine::load_value(const Place& place, Value& value) const {
  std::string bytes;
  const Seen seen = load(place, bytes);
  if (seen == Seen::kKnown) value = {number_of(bytes)};
  if (seen != Seen::kInput || bytes.size() > 8) return seen;
  std::vector<Formulas::Byte> row;
  for (const Part& p : place)
    for (uint32_t i = p.first; i < p.first + p.length; ++i) {
      const Word& w = word(p.cell);
      row.push_back(rows_[w.row][i]);
      if (row.back().formula == 0) row.back().value = static_cast<uint8_t>(w.value >> (8 * i));
    }
  value = decided(formulas_.join(row));
  return Seen::kKnown;
}

uint32_t Machine::number_of_row(const Row& row) {
  if (row == Row{}) return 0;
  const auto [found, is_new] = row_numbers_.emplace(row, static_cast<uint32_t>(rows_.size()));
  if (is_new) rows_.push_back(row);
  return found->second;
}

void Machine::store_value(const Place& place, Value value) {
  uint32_t length = 0;
  for (const Part& p : place) length += p.length;
  store(place, bytes_of(value.word, length));
  if (value.formula == 0) return;
  uint32_t done = 0;
  for (const Part& p : place) {
    Word now = word(p.cell);
    Row row = rows_[now.row];
    const uint64_t bits = ~uint64_t{0} >> (64 - 8 * p.length) << (8 * p.first);
    for (uint32_t i = 0; i < p.length; ++i) row[p.first + i] = {value.formula, done++, 0};
    now.value &= ~bits;
    now.row = number_of_row(row);
    set(p.cell, now);
  }
}

void Machine::store(const Place& place, const std::string& bytes) {
  size_t done = 0;
  for (const Part& p : place) {
    const uint64_t bits = ~uint64_t{0} >> (64 - 8 * p.length) << (8 * p.first);
    const uint64_t value = number_of(bytes.substr(done, p.length)) << (8 * p.first);
    const Word before = word(p.cell);
    Row row = rows_[before.row];
    std::fill_n(row.begin() + p.first, p.length, Formulas::Byte{});
    set(p.cell, {(before.value & ~bits) | value, before.extra | bits, number_of_row(row)});
    done += p.length;
  }
}

bool Machine::is_freed(const Place& place) const {
  return std::any_of(place.begin(), place.end(), [&](const Part& p) { return is_freed(word(p.cell)); });
}

// Objects that live where something is written are new again, or destroyed.
bool Machine::renew(ThreadId t, uint64_t value) {
  const BoundNode& n = node(t);
  for (uint32_t c : n.covers) {
    const Class what = model_.cells[c].what;
    const bool used = what == Class::kCondition || what == Class::kBarrier ? !waiting_for(c).empty()
                                                                           : what == Class::kLock && word(c) != Word{};
    const bool destroyed = word(c) == kDestroyed, destroys = n.second == 1;
    if (destroyed && destroys) return fail(t, "the object was destroyed before");
    if (used && !destroyed) return fail(t, "it makes an object anew that is in use");
    const Word count = is_block(n.op, n.at, n.length) ? Word{} : Word{value & 0xffffffff, ~uint64_t{0}};
    set(c, destroys ? kDestroyed : what == Class::kSemaphore ? count : Word{});
  }
  return true;
}

bool Machine::write(ThreadId t) {
  const BoundNode& n = node(t);
  if (n.term == 0) {
    if (!renew(t, n.value)) return false;
    store(n.place, n.bytes);
    return go_to(t, n.then);
  }
  const auto value = evaluate(t, n.writes_or_asks);
  if (!value) return fail(t, "what it writes is not defined");
  const auto is_count = [&](uint32_t c) { return model_.cells[c].what == Class::kSemaphore; };
  if (value->formula != 0 && std::ranges::any_of(n.covers, is_count))
    return fail(t, "the count of a semaphore depends on an input");
  if (!renew(t, value->word)) return false;
  store_value(n.place, *value);
  return go_to(t, n.then);
}

// What is read, `old`, goes into a register.
bool Machine::fill(ThreadId t, Value old) {
  const BoundNode& n = node(t);
  if (n.op == Op::kRead) return go_to(t, n.then, old);
  const bool compares = n.expects != 0;
  const auto expected = compares ? evaluate(t, n.compares_with) : old;
  const auto written =
      n.term == 0 ? Value{number_of(n.bytes)} : evaluate(t, n.writes_or_asks, compares ? nullptr : &old);
  if (!expected || !written) return fail(t, "what it compares or writes is not defined");
  const auto exchanges = compares ? decide(t, same(*expected, old, 8 * n.length), {0, 1}) : 1;
  if (!exchanges) return false;
  if (*exchanges != 0) store_value(n.place, *written);
  return compares ? tell(t, *exchanges != 0 ? 0 : 1, old) : go_to(t, n.then, old);
}

bool Machine::access(ThreadId t) {
  const BoundNode& n = node(t);
  if (begins_life(n)) return begin_life(t);
  if (is_freed(n.place)) return fail(t, "the memory was freed");
  if (n.op == Op::kWrite) return write(t);
  if (n.object != kNoCell) return look_at_semaphore(t);
  Value old;
  const Seen seen = load_value(n.place, old);
  if (seen == Seen::kInput) return fail(t, "a block depends on an input");
  if (seen != Seen::kKnown) return fail(t, "no run has shown what is there at first");
  if (n.fills != 0) return fill(t, old);
  if (n.blind) {
    const uint32_t width = 8 * n.length;
    if (n.op == Op::kRmw)
      store_value(n.place, formulas_.make(TermOp::kAdd, width, width, old, {number_of(bytes_of(n.value, n.length))}));
    return go_to(t, n.then);
  }
  std::vector<uint64_t> known;
  for (const Edge& e : n.edges) known.push_back(e.told);
  const auto told = decide(t, old, known);
  if (!told) return false;
  for (const Edge& e : n.edges)
    if (e.told == *told && n.op == Op::kRmw && !e.fails) store(n.place, e.bytes);
  return tell(t, *told);
}

bool Machine::look_at_semaphore(ThreadId t) {
  const BoundNode& n = node(t);
  const Word w = word(n.object);
  if (is_gone(w)) return fail(t, is_freed(w) ? "the object was freed" : "the object was destroyed");
  if (w.extra == 0) return fail(t, "no run has shown its count at first");
  const uint64_t count = w.value & 0xffffffff;
  return n.blind || n.fills != 0 ? go_to(t, n.then, {count}) : tell(t, count);
}

bool Machine::free(ThreadId t) {
  for (uint32_t c : node(t).covers) {
    Word w = word(c);
    if (is_freed(w)) return fail(t, "the memory was freed before");
    w.ended = 1;
    set(c, model_.has_begins && model_.cells[c].what == Class::kAccess ? w : kFreed);
  }
  return go_to(t, node(t).then);
}

// A local begins where another one was, or nothing. What is in memory stays, objects are no more.
bool Machine::begin_life(ThreadId t) {
  for (uint32_t c : node(t).covers) {
    Word w = word(c);
    w.ended = 0;
    set(c, model_.cells[c].what == Class::kAccess ? w : Word{});
  }
  return go_to(t, node(t).then);
}

}  // namespace heddle::certificate
