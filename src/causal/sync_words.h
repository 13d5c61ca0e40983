// The state of a synchronisation object as one 64-bit word, for whoever performs events without the program (pool_machine.h,
// trace_state.h). Pure functions: from a word to the next one.
//
//   lock         bits 0-15: owner + 1, 0 if nobody writes; bits 16-31: how often the owner holds it; bits 32-63: readers
//   semaphore    its count
//   condition, barrier, futex   who waits there, as a bit set of thread indices
//   once flag    kOnceNew, kOnceRunning, kOnceDone
#pragma once
#include <bit>
#include <cstdint>

namespace heddle::causal::words {

namespace lock {

inline constexpr uint64_t kFree = 0;
inline constexpr uint64_t kOwner = 0xffff;               // bits of the owner
inline constexpr uint64_t kOneHold = uint64_t{1} << 16;  // held once by its owner
inline constexpr uint64_t kHolds = kOwner << 16;
inline constexpr uint64_t kOneReader = uint64_t{1} << 32;

constexpr uint64_t owner_bits(uint32_t thread) { return uint64_t{thread} + 1; }
constexpr bool is_free(uint64_t word) { return word == kFree; }
constexpr bool is_written(uint64_t word) { return (word & kOwner) != 0; }
constexpr uint8_t owner(uint64_t word) { return static_cast<uint8_t>((word & kOwner) - 1); }
constexpr bool is_held_by(uint64_t word, uint32_t thread) { return (word & kOwner) == owner_bits(thread); }
constexpr uint64_t holds(uint64_t word) { return (word & kHolds) >> 16; }
constexpr uint64_t readers(uint64_t word) { return word >> 32; }

// The lock is free, or the thread holds it and takes it again.
constexpr uint64_t take(uint64_t word, uint32_t thread) {
  return is_free(word) ? owner_bits(thread) | kOneHold : word + kOneHold;
}
constexpr uint64_t take_shared(uint64_t word) { return word + kOneReader; }
// A thread may give back what it holds for writing. That a reader is one is not known: somebody has to read.
constexpr bool can_release(uint64_t word, uint32_t thread) { return is_held_by(word, thread) || readers(word) != 0; }
constexpr uint64_t release(uint64_t word, uint32_t thread) {
  if (!is_held_by(word, thread)) return word - kOneReader;
  return holds(word) > 1 ? word - kOneHold : word & ~(kOwner | kHolds);
}

}  // namespace lock

inline constexpr uint64_t kOnceNew = 0, kOnceRunning = 1, kOnceDone = 2;
constexpr uint64_t once_after(bool initialised) { return initialised ? kOnceDone : kOnceNew; }

// A semaphore's count is an unsigned int in memory.
constexpr uint64_t semaphore_with(uint64_t value) { return value & 0xffffffff; }

// What a futex wait answers if the word was another than expected: this, and the word.
inline constexpr uint64_t kFutexDiffered = uint64_t{1} << 32;

// Sets of waiting threads.
constexpr uint64_t count(uint64_t waiting) { return static_cast<uint64_t>(std::popcount(waiting)); }
// The `choice`-th of them alone; none of none.
constexpr uint64_t one_of(uint64_t waiting, int choice) {
  for (int k = 0; k < choice; ++k) waiting &= waiting - 1;
  return waiting & (~waiting + 1);
}
// Whom a wake-up of at most `most` threads wakes: all of them, or the one that was chosen. Several of more are not modelled.
constexpr uint64_t woken(uint64_t waiting, uint64_t most, int choice) {
  if (most == 0) return 0;
  return most < count(waiting) ? one_of(waiting, choice) : waiting;
}
// Among how many a choice is made.
constexpr int choices(uint64_t waiting, uint64_t most) {
  return most > 0 && most < count(waiting) ? static_cast<int>(count(waiting)) : 1;
}
// Whether the last of `needed` threads arrives.
constexpr bool completes(uint64_t arrived, uint64_t needed) { return count(arrived) >= needed; }

}  // namespace heddle::causal::words
