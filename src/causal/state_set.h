// A set of state hashes of 128 bits, open addressing. No deletion; doubles when three quarters full.
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

  // True if it was not there.
  bool insert(StateHash h) {
    if (h.a == 0) h.a = 1;
    if ((count_ + 1) * 4 > slots_.size() * 3) grow();
    return put(h);
  }
  size_t size() const { return count_; }
  size_t memory() const { return slots_.capacity() * sizeof(Slot); }
  // Bytes that it will take at once, besides those it has, if so many more are inserted.
  size_t claim(size_t more) const { return (count_ + more) * 4 > slots_.size() * 3 ? 2 * slots_.size() * sizeof(Slot) : 0; }
  void clear() {
    std::vector<Slot>(least_).swap(slots_);
    count_ = 0;
  }

 private:
  struct Slot {
    uint64_t a = 0, b = 0;
  };

  bool put(const StateHash& h) {
    const size_t mask = slots_.size() - 1;
    for (size_t i = h.b & mask;; i = (i + 1) & mask) {
      if (slots_[i].a == 0) {
        slots_[i] = {h.a, h.b};
        ++count_;
        return true;
      }
      if (slots_[i].a == h.a && slots_[i].b == h.b) return false;
    }
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    count_ = 0;
    for (const Slot& s : old)
      if (s.a != 0) {
        StateHash h;
        h.a = s.a;
        h.b = s.b;
        put(h);
      }
  }

  std::vector<Slot> slots_;
  size_t least_;  // slots it begins with, a power of two
  size_t count_ = 0;
};

// Cut into parts by the hash, each with a lock of its own that is held for one insertion.
class SharedStateSet {
 public:
  bool insert(const StateHash& h) {
    Part& part = parts_[h.a >> 58];
    const Held held(part);
    return part.set.insert(h);
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
