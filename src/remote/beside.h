// What one of several checks that are made at the same time has to do for the others; see CheckRequest::beside.
#pragma once
#include "remote/check.h"

namespace heddle {

inline constexpr const char* kAnswered = "another engine has the answer";

// The memory of all of them counts against the limit.
class SharedMemory {
 public:
  explicit SharedMemory(Beside* beside) : beside_(beside) {}
  ~SharedMemory() { of_all(0); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  // Says that this one takes so much; returns what all take.
  uint64_t of_all(uint64_t mine) {
    if (beside_ == nullptr) return mine;
    const uint64_t change = mine - said_;  // modulo 2^64, as is the sum
    said_ = mine;
    return beside_->memory.fetch_add(change) + change;
  }

 private:
  Beside* beside_;
  uint64_t said_ = 0;
};

}  // namespace heddle
