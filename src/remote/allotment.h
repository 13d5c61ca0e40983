// Allotment: several workers together make no more executions than asked for. Each has an allowance, which rises little by little as
// long as something is left.
#pragma once
#include <cstdint>

#include "remote/crew.h"
#include "remote/work_ledger.h"

namespace heddle {

class Allotment {
 public:
  Allotment(uint64_t most, Crew& crew, const WorkLedger& work) : most_(most), crew_(crew), work_(work) {}

  // Nothing is left for one more worker.
  bool used_up() const { return is_shared() && left() == 0; }
  // What a worker may make that begins with `task`, which is no longer in the ledger.
  uint64_t for_task(const Task& task) const;
  // Gives workers more, of what is left.
  void raise();

 private:
  bool is_shared() const { return crew_.size() > 1 && most_ != UINT64_MAX; }
  uint64_t left(uint64_t more_given = 0) const;
  uint64_t share(uint64_t left) const;

  const uint64_t most_;
  Crew& crew_;
  const WorkLedger& work_;
};

}  // namespace heddle
