// The state of a program between two steps, as far as it decides what can happen from there: two states with the same hash have the
// same future. Only executors know what a state is made of; engines compare.
#pragma once
#include <cstdint>

#include "base/hash.h"

namespace heddle {

struct StateHash {
  uint64_t low = 0, high = 0;
  friend bool operator==(const StateHash&, const StateHash&) = default;
};

// Words in, a hash of 128 bits out. The two halves are mixed with different constants and into each other, so that they are two
// hashes and not one.
class StateHasher {
 public:
  void add(uint64_t word) {
    low_ = mix(low_, word);
    high_ = mix(word * 0xc2b2ae3d27d4eb4full + (high_ << 23 | high_ >> 41), low_);
  }
  StateHash value() const { return {mix(low_, high_), mix(high_, ~low_)}; }

 private:
  uint64_t low_ = 0x243f6a8885a308d3, high_ = 0x13198a2e03707344;
};

// Whoever wants to stop where a state is met again (Schedule::watch).
class StateWatch {
 public:
  // Asked before each thread step after the prefix. True: the run is to end here, as Outcome::kBlocked.
  virtual bool meet(const StateHash& state) = 0;

 protected:
  ~StateWatch() = default;
};

}  // namespace heddle
