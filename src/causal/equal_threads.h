// Equal threads: threads that do the same, so that two states that differ only in which of them stands where are one.
//
// Threads are equal if their trees in the pool are, node by node: the same operations on the same places, the same values, the
// same questions. A thread that uses memory of its own that others see, or its own number, writes or asks something
// else than the others and is equal to none. Exchanging equal threads must leave all the rest of the pool as it is as well. Who joins
// them tells them apart, unless it joins all of them with nothing in between: then it goes on when all have ended,
// whichever was first, and where it stands in between says nothing that the threads do not say.
//
// That holds for the pool as it is. When the trees grow, it has to be found out again.
#pragma once
#include <cstdint>
#include <vector>

#include "causal/pool.h"

namespace heddle::causal {

class EqualThreads {
 public:
  explicit EqualThreads(const Pool& pool) : pool_(pool) {}

  // Of these threads; those that are in `apart` are equal to none.
  void compute(std::span<const ThreadId> threads, const ThreadSet& apart);
  // What was found still holds, with what the pool learned since.
  bool holds() const;

  bool any() const { return any_; }
  // It has an equal.
  bool has_equal(ThreadId t) const { return any_ && like_thread_[t] != kNone; }
  // One that stands for all its equals; the thread itself if it has none.
  ThreadId like(ThreadId t) const { return has_equal(t) ? like_thread_[t] : t; }
  bool are_equal(ThreadId a, ThreadId b) const { return has_equal(a) && has_equal(b) && like(a) == like(b); }
  // Where the thread that stands for them stands when this one stands at `n`. Where all of them are joined: the first join.
  NodeId like(NodeId n) const { return any_ && n < like_node_.size() && like_node_[n] != kNoNode ? like_node_[n] : n; }

 private:
  static constexpr ThreadId kNone = kMaxThreads - 1;
  uint64_t hash_of(NodeId n, const std::vector<uint64_t>& hashes) const;
  bool is_same(const Node& a, const Node& b) const;
  bool match(NodeId root, NodeId other);
  bool joined_together(const std::vector<ThreadId>& group, const std::vector<NodeId>& joins);
  bool joins_equals(NodeId n) const;

  const Pool& pool_;
  bool any_ = false;
  NodeId size_ = 0;                    // nodes of the pool when it was computed
  std::vector<ThreadId> like_thread_;  // kNone: it has no equal
  std::vector<NodeId> like_node_;      // kNoNode: as itself
};

}  // namespace heddle::causal
