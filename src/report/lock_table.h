// LockTable: who holds which lock as a run goes on. Told every event in order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/event.h"

namespace heddle {

class LockTable {
 public:
  struct Holding {
    uint64_t lock = 0;
    ThreadId thread = 0;
    size_t event = 0;  // that took it
  };

  void follow(const Event& event, size_t index);

  // Who took the lock last and still has it; null if it is free.
  const Holding* holder(uint64_t lock) const;
  // Everything held, oldest first.
  const std::vector<Holding>& held() const { return held_; }

 private:
  void release(uint64_t lock, ThreadId thread);

  std::vector<Holding> held_;  // a lock taken twice by its owner, or by several readers, is here more than once
};

}  // namespace heddle
