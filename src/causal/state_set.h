// A set of state hashes of up to 128 bits, open addressing. No deletion; doubles when three quarters full. With each state goes a
// set of threads, most often empty: those that were not tried from it (reach.h).
// SharedStateSet is one for several threads at once.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "base/growing_pages.h"

namespace heddle::causal {

// Of a state: the sum of the hashes of its parts.
struct StateHash {
  uint64_t a = 0, b = 0;

  // `what` tells parts of different kinds from each other.
  static StateHash part(uint64_t value, uint64_t what) {
    return {fold(fold(value ^ 0x589965cc75374cc3, 0xd6e8feb86659fd93) ^ what, 0x9e3779b97f4a7c15),
            fold(fold(value ^ 0x1d8e4e27c47d124f, 0xa0761d6478bd642f) ^ what, 0xe7037ed1a0b428db)};
  }
  StateHash& operator+=(const StateHash& h) {
    a += h.a, b += h.b;
    return *this;
  }
  StateHash& operator-=(const StateHash& h) {
    a -= h.a, b -= h.b;
    return *this;
  }

 private:
  static uint64_t fold(uint64_t x, uint64_t y) {
    const auto product = static_cast<unsigned __int128>(x) * y;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }
};

// What came of a visit.
struct Visit {
  bool is_new;
  uint64_t asleep;  // those that were not tried before
};

// Where a state stands in the table. With up to 16 threads the set has its place in the hash, of which 112 bits are left.
struct NarrowSlot {
  static constexpr int kThreads = 16;
  uint64_t a, rest;

  static NarrowSlot of(const StateHash& h, uint64_t asleep) { return {h.a, (h.b & ~kAsleep) | asleep}; }
  bool is(const StateHash& h) const { return a == h.a && ((rest ^ h.b) & ~kAsleep) == 0; }
  StateHash hash() const { return {a, rest}; }
  uint64_t asleep() const { return rest & kAsleep; }
  void keep_asleep(uint64_t threads) { rest &= ~kAsleep | threads; }

 private:
  static constexpr uint64_t kAsleep = (uint64_t{1} << kThreads) - 1;
};

struct WideSlot {
  uint64_t a, b, threads;

  static WideSlot of(const StateHash& h, uint64_t asleep) { return {h.a, h.b, asleep}; }
  bool is(const StateHash& h) const { return a == h.a && b == h.b; }
  StateHash hash() const { return {a, b}; }
  uint64_t asleep() const { return threads; }
  void keep_asleep(uint64_t some) { threads &= some; }
};

template <class Slot>
class StateTable {
 public:
  explicit StateTable(size_t slots) : slots_(slots), least_(slots) {}

  void prefetch(const StateHash& h) const { __builtin_prefetch(&slots_[home(h)]); }
  Visit visit(StateHash h, uint64_t asleep) {
    if (h.a == 0) h.a = 1;
    if ((count_ + 1) * 4 > slots_.size() * 3) grow();
    Slot& slot = slots_[find(h)];
    if (slot.a == 0) {
      slot = Slot::of(h, asleep);
      ++count_;
      return {true, 0};
    }
    const uint64_t before = slot.asleep();
    slot.keep_asleep(asleep);
    return {false, before};
  }
  size_t size() const { return count_; }
  size_t memory() const { return slots_.bytes(slots_.size()); }
  size_t claim(size_t more) const { return (count_ + more) * 4 > slots_.size() * 3 ? memory() : 0; }
  // Keeps the slots if many of them were needed: most often they are again.
  void clear() {
    slots_.clear(count_ * 8 >= slots_.size() ? slots_.size() : least_);
    count_ = 0;
  }

 private:
  size_t home(const StateHash& h) const { return h.b >> NarrowSlot::kThreads & (slots_.size() - 1); }
  // Where it is, or an empty slot for it.
  size_t find(const StateHash& h) const {
    const size_t mask = slots_.size() - 1;
    size_t i = home(h);
    while (slots_[i].a != 0 && !slots_[i].is(h)) i = (i + 1) & mask;
    return i;
  }
  // In place: from the first on, each state is taken out and put in again, either not behind where it was, where all have been
  // put in anew, or in the new half. The first ones, up to an empty slot, may belong to the end of the old table: they wait.
  void grow() {
    const size_t old = slots_.size();
    std::vector<Slot> first;
    for (size_t i = 0; slots_[i].a != 0; ++i) first.push_back(std::exchange(slots_[i], Slot{}));
    slots_.grow(2 * old);
    for (size_t i = first.size(); i < old; ++i)
      if (slots_[i].a != 0) put(std::exchange(slots_[i], Slot{}));
    for (const Slot& slot : first) put(slot);
  }
  void put(const Slot& slot) { slots_[find(slot.hash())] = slot; }

  GrowingPages<Slot> slots_;
  size_t least_;  // slots it begins with, a power of two
  size_t count_ = 0;
};

class StateSet {
 public:
  // `threads`: whose numbers are below this may sleep.
  explicit StateSet(int threads = NarrowSlot::kThreads, size_t slots = 1 << 10)
      : slots_(slots), table_(std::in_place_type<StateTable<NarrowSlot>>, slots) {
    clear(threads);
  }

  // The state will be visited soon.
  void prefetch(const StateHash& h) const {
    if (const auto* narrow = std::get_if<0>(&table_)) narrow->prefetch(h);
    else std::get<1>(table_).prefetch(h);
  }
  // Somebody comes to the state and will try all but `asleep`. What was never tried is what both left out.
  Visit visit(const StateHash& h, uint64_t asleep) {
    if (auto* narrow = std::get_if<0>(&table_)) return narrow->visit(h, asleep);
    return std::get<1>(table_).visit(h, asleep);
  }
  size_t size() const {
    return std::visit([](const auto& t) { return t.size(); }, table_);
  }
  size_t memory() const {
    return std::visit([](const auto& t) { return t.memory(); }, table_);
  }
  // Bytes that it will take at once, besides those it has, if so many more are inserted.
  size_t claim(size_t more) const {
    return std::visit([&](const auto& t) { return t.claim(more); }, table_);
  }
  void clear(int threads) {
    const bool wide = threads > NarrowSlot::kThreads;
    if (wide == (table_.index() == 1)) std::visit([](auto& t) { t.clear(); }, table_);
    else if (wide) table_.emplace<1>(slots_);
    else table_.emplace<0>(slots_);
  }

 private:
  size_t slots_;  // it begins with so many, a power of two
  std::variant<StateTable<NarrowSlot>, StateTable<WideSlot>> table_;
};

// Cut into parts by the hash, each with a lock of its own that is held for one insertion.
class SharedStateSet {
 public:
  explicit SharedStateSet(int threads) {
    for (Part& part : parts_) part.set.clear(threads);
  }
  Visit visit(const StateHash& h, uint64_t asleep) {
    Part& part = parts_[h.a >> 58];
    const Held held(part);
    return part.set.visit(h, asleep);
  }
  // As for StateSet; the parts grow at about the same time, one after the other.
  size_t claim(size_t more) {
    size_t sum = 0;
    for (Part& part : parts_) {
      const Held held(part);
      sum += part.set.claim(more / 64 + part.set.size() / 16) / 2;
    }
    return sum;
  }
  size_t memory() {
    size_t sum = 0;
    for (Part& part : parts_) {
      const Held held(part);
      sum += part.set.memory();
    }
    return sum;
  }

 private:
  struct alignas(64) Part {
    std::atomic_flag busy;
    StateSet set{NarrowSlot::kThreads, 16};
  };
  struct Held {
    explicit Held(Part& p) : part(p) {
      while (part.busy.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    ~Held() { part.busy.clear(std::memory_order_release); }
    Part& part;
  };

  std::array<Part, 64> parts_;
};

}  // namespace heddle::causal
