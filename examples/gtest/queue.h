// A bounded queue for one producer and one consumer, without locks. `tail` says how much was written, `head` how much
// was read; a slot belongs to the producer until `tail` has passed it, and to the consumer until `head` has.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

template <class T, std::size_t kSize>
class Queue {
 public:
  bool push(T value) {
    const std::size_t at = tail_.load();
    if (at - head_.load() == kSize) return false;
    slots_[at % kSize] = value;
    tail_.store(at + 1);
    return true;
  }

  std::optional<T> pop() {
    const std::size_t at = head_.load();
    if (at == tail_.load()) return std::nullopt;
    const T value = slots_[at % kSize];
    head_.store(at + 1);
    return value;
  }

 private:
  std::array<T, kSize> slots_{};
  std::atomic<std::size_t> head_{0}, tail_{0};
};
