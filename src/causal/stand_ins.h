// StandIns: threads that a search need not be made for, since another one stands for them.
//
// Two equal threads (equal_threads.h) that were created one right after the other can be exchanged in each execution: what the one can be
// told the other can be told, and which accesses of the one race with those of a third thread says which of the other's do. Where something comes
// between their creations they cannot: only the first of them may have acted before it.
//
// That holds for the pool as it is, so whoever makes the searches asks again when it has grown.
#pragma once
#include <algorithm>
#include <vector>

#include "causal/pool.h"
#include "causal/reach_fault.h"

namespace heddle::causal {

class StandIns {
 public:
  explicit StandIns(const Pool& pool) : pool_(pool) {}

  // For the pool as it is.
  void update();
  void set_fault(ReachFault fault) { fault_ = fault; }
  // Another thread stands for this one.
  bool is_covered(ThreadId t) const { return first_[t] != t; }
  // Another pair of threads stands for this one.
  bool is_covered(ThreadId t, ThreadId u) const {
    if (first_[t] == first_[u]) return first_[t] != std::min(t, u) || next_[first_[t]] != std::max(t, u);
    return is_covered(t) || is_covered(u);
  }

 private:
  bool created_together(ThreadId t, ThreadId u) const;
  bool leads_to(NodeId n, ThreadId u, size_t& creations) const;

  const Pool& pool_;
  ReachFault fault_ = ReachFault::kNone;
  std::vector<ThreadId> first_;  // of each thread: the one that stands for it, mostly itself
  std::vector<ThreadId> next_;   // of each thread: the next one that can be exchanged for it, or itself
};

}  // namespace heddle::causal
