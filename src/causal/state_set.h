// A set of state hashes of 128 bits, open addressing. No deletion; doubles when three quarters full. With each state goes a set
// of threads, most often empty: those that were not tried from it (reach.h).
// SharedStateSet is one for several threads at once.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace heddle::causal {

struct StateHash {
  uint64_t a = 0x9e3779b97f4a7c15, b = 0x3c6ef372fe94f82b;
  void add(uint64_t x) {
    a = fold(a ^ x, 0xd6e8feb86659fd93);
    b = fold(b ^ x, 0xa0761d6478bd642f) + a;
  }
  static uint64_t fold(uint64_t x, uint64_t y) {
    const auto product = static_cast<unsigned __int128>(x ^ 0x589965cc75374cc3) * y;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }
};

class StateSet {
 public:
  explicit StateSet(size_t slots = 1 << 10) : slots_(slots), least_(slots) {}

  struct Visit {
    bool is_new;
    uint64_t asleep;  // those that were not tried before
  };
  // Somebody comes to the state and will try all but `asleep`. What was never tried is what both left out.
  Visit visit(StateHash h, uint64_t asleep) {
    if (h.a == 0) h.a = 1;
    if ((count_ + 1) * 4 > slots_.size() * 3) grow();
    const size_t i = find(h);
    const bool is_new = slots_[i].a == 0;
    if (is_new) {
      slots_[i] = {h.a, h.b};
      ++count_;
    }
    if (asleep == 0 && asleep_.empty()) return {is_new, 0};
    if (asleep_.empty()) asleep_.resize(slots_.size());
    const uint64_t before = asleep_[i];
    asleep_[i] = is_new ? asleep : before & asleep;
    return {is_new, before};
  }
  size_t size() const { return count_; }
  size_t memory() const { return slots_.capacity() * sizeof(Slot) + asleep_.capacity() * sizeof(uint64_t); }
  // Bytes that it will take at once, besides those it has, if so many more are inserted.
  size_t claim(size_t more) const { return (count_ + more) * 4 > slots_.size() * 3 ? 2 * slots_.size() * (sizeof(Slot) + sizeof(uint64_t)) : 0; }
  void clear() {
    std::vector<Slot>(least_).swap(slots_);
    std::vector<uint64_t>().swap(asleep_);
    count_ = 0;
  }

 private:
  struct Slot {
    uint64_t a = 0, b = 0;
  };

  // Where it is, or an empty slot for it.
  size_t find(const StateHash& h) const {
    const size_t mask = slots_.size() - 1;
    size_t i = h.b & mask;
    while (slots_[i].a != 0 && !(slots_[i].a == h.a && slots_[i].b == h.b)) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    std::vector<uint64_t> asleep(asleep_.empty() ? 0 : old.size());
    old.swap(slots_);
    asleep.swap(asleep_);
    for (size_t i = 0; i < old.size(); ++i) {
      if (old[i].a == 0) continue;
      StateHash h;
      h.a = old[i].a, h.b = old[i].b;
      const size_t to = find(h);
      slots_[to] = old[i];
      if (!asleep.empty()) asleep_[to] = asleep[i];
    }
  }

  std::vector<Slot> slots_;
  std::vector<uint64_t> asleep_;  // per slot; empty as long as nobody leaves anything out
  size_t least_;  // slots it begins with, a power of two
  size_t count_ = 0;
};

// Cut into parts by the hash, each with a lock of its own that is held for one insertion.
class SharedStateSet {
 public:
  StateSet::Visit visit(const StateHash& h, uint64_t asleep) {
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
    StateSet set{16};
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
