// Merged: nodes from which on the same is known to come, so that two states that differ only in which of them a thread stands at
// are one.
//
// A thread that did one of several things and forgot which (it dropped a reference and was the last to do so, or was not) goes on
// in another part of its tree, and a loop that does so in each round has a part for each way that the rounds can go. To the search these
// parts are one as soon as runs have shown the same of them: the same operations on the same places, the same questions
// about the same registers, the same answers that are known and that are not. What may be done from the one may then be done from the
// other, to its end.
//
// What a thread has left in memory follows no longer from where it stands, so cells that one thread alone writes are part
// of a state as well (footprints.h). Nodes about which nothing is known, or at which a run was refused, are as none other.
//
// That holds for the pool as it is. A search whose pool grows under merged nodes learns on, and is made again at its end.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "causal/awareness.h"
#include "causal/reach_fault.h"
#include "causal/relevance.h"
#include "causal/state_set.h"

namespace heddle::causal {

class Merged {
 public:
  Merged(const Pool& pool, const Relevance& relevance) : pool_(pool), relevance_(relevance) {}

  void set_fault(ReachFault fault) { fault_ = fault; }
  ReachFault fault() const { return fault_; }
  // Which nodes are one. False, and no nodes are: too few of them are for it to be of use, or the pool has less than `least`. 0, for
  // tests: they are merged in any case, and found out again whenever the pool has grown.
  // `refused`: nodes that are as none other. `awareness`: who says what hands on.
  bool compute(const std::unordered_set<NodeId>& refused, uint32_t least, const Awareness& awareness);
  // No nodes are one.
  void clear() { parts_.clear(); }
  // Would `compute` now find so much more that it is worth beginning again? Cheap unless the pool has doubled since.
  bool is_outdated(const std::unordered_set<NodeId>& refused, const Awareness& awareness);
  // What was found still holds, with what the pool learned since. Once it does not, it never does again.
  bool holds();

  bool any() const { return !parts_.empty(); }
  // The node's part of a state's hash: the same for nodes that are one.
  StateHash part(NodeId n) const { return n < parts_.size() ? parts_[n] : StateHash::part(n, 0); }

 private:
  void find(const std::unordered_set<NodeId>& refused, const Awareness& awareness);
  StateHash hash_of(NodeId n) const;
  void hash_terms();
  StateHash hash_of_term(TermId t, uint32_t registers) const;

  const Pool& pool_;
  const Relevance& relevance_;
  ReachFault fault_ = ReachFault::kNone;
  std::vector<StateHash> parts_;  // of each node
  std::vector<uint8_t> shared_;   // of each node: another one has the same part
  std::vector<uint8_t> raced_;    // of each node, for races without order: see Reach::follows_raced
  std::vector<StateHash> terms_;  // of each term, with registers named by how long before its last one they were filled
  std::vector<uint32_t> last_;    // of each term: the last of its registers, + 1
  NodeId seen_ = 0;               // nodes that `holds` has looked at
  uint32_t least_ = 0;            // as `compute` was told
  NodeId size_ = 0;               // nodes of the pool when that was found
  size_t counted_ = 0;            // of them, those that take part
  size_t different_ = 0;          // parts that these have
  NodeId look_at_ = 0;            // how many the pool has to have before is_outdated() looks closer
  bool holds_ = true;
};

}  // namespace heddle::causal
