// What accesses to memory do, and to objects that live there.
#include <algorithm>

#include "certificate/machine.h"
#include "trace/contents.h"

namespace heddle::certificate {

using dependence::Class;

Machine::Seen Machine::load(const Place& place, std::string& bytes) const {
  bytes.clear();
  for (const Part& p : place) {
    const Word w = word(p.cell);
    if (w == kFreed) return Seen::kFreed;
    const std::string known = bytes_of(w.extra >> (8 * p.first), p.length);
    if (known.find_first_not_of('\xff') != std::string::npos) return Seen::kUnknown;
    bytes += bytes_of(w.value >> (8 * p.first), p.length);
  }
  return Seen::kKnown;
}

void Machine::store(const Place& place, const std::string& bytes) {
  size_t done = 0;
  for (const Part& p : place) {
    const uint64_t bits = ~uint64_t{0} >> (64 - 8 * p.length) << (8 * p.first);
    const uint64_t value = number_of(bytes.substr(done, p.length)) << (8 * p.first);
    const Word before = word(p.cell);
    set(p.cell, {(before.value & ~bits) | value, before.extra | bits});
    done += p.length;
  }
}

bool Machine::is_freed(const Place& place) const {
  return std::any_of(place.begin(), place.end(), [&](const Part& p) { return word(p.cell) == kFreed; });
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
  std::string bytes = n.bytes;
  if (n.term != 0) {
    const auto value = evaluate(t, n.writes_or_asks);
    if (!value) return fail(t, "what it writes is not defined");
    bytes = bytes_of(*value, n.length);
  }
  if (!renew(t, n.term != 0 ? number_of(bytes) : n.value)) return false;
  store(n.place, bytes);
  return go_to(t, n.then);
}

// What is read, `old`, goes into a register.
bool Machine::fill(ThreadId t, uint64_t old) {
  const BoundNode& n = node(t);
  if (n.op == Op::kRead) return go_to(t, n.then, old);
  const bool compares = n.expects != 0;
  const auto expected = compares ? evaluate(t, n.compares_with) : old;
  const auto written = n.term == 0 ? number_of(n.bytes) : evaluate(t, n.writes_or_asks, compares ? nullptr : &old);
  if (!expected || !written) return fail(t, "what it compares or writes is not defined");
  const bool exchanges = *expected == old;
  if (exchanges) store(n.place, bytes_of(*written, n.length));
  return compares ? tell(t, exchanges ? 0 : 1, old) : go_to(t, n.then, old);
}

bool Machine::access(ThreadId t) {
  const BoundNode& n = node(t);
  if (is_freed(n.place)) return fail(t, "the memory was freed");
  if (n.op == Op::kWrite) return write(t);
  if (n.object != kNoCell) return look_at_semaphore(t);
  std::string old;
  if (load(n.place, old) != Seen::kKnown) return fail(t, "no run has shown what is there at first");
  const uint64_t told = number_of(old);
  if (n.fills != 0) return fill(t, told);
  if (n.blind) {
    if (n.op == Op::kRmw) store(n.place, bytes_of(told + n.value, n.length));
    return go_to(t, n.then);
  }
  for (const Edge& e : n.edges)
    if (e.told == told && n.op == Op::kRmw && !e.fails) store(n.place, e.bytes);
  return tell(t, told);
}

bool Machine::look_at_semaphore(ThreadId t) {
  const BoundNode& n = node(t);
  const Word w = word(n.object);
  if (is_gone(w)) return fail(t, w == kFreed ? "the object was freed" : "the object was destroyed");
  if (w.extra == 0) return fail(t, "no run has shown its count at first");
  const uint64_t count = w.value & 0xffffffff;
  return n.blind || n.fills != 0 ? go_to(t, n.then, count) : tell(t, count);
}

bool Machine::free(ThreadId t) {
  for (uint32_t c : node(t).covers) {
    if (word(c) == kFreed) return fail(t, "the memory was freed before");
    set(c, kFreed);
  }
  return go_to(t, node(t).then);
}

}  // namespace heddle::certificate
