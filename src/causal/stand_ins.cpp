#include "causal/stand_ins.h"

#include <algorithm>

#include "causal/equal_threads.h"

namespace heddle::causal {

// From the node on, where thread u is created before anything else happens, whatever is asked. `creations`: at how many nodes.
bool StandIns::leads_to(NodeId n, ThreadId u, size_t& creations) const {
  for (; n != kNoNode; n = pool_[n].child) {
    const Node& node = pool_[n];
    if (node.next == Next::kCreate && node.object == u) return ++creations, true;
    if (node.next == Next::kCreate) continue;
    if (node.next != Next::kAsk) return false;
    bool all = node.edge != 0;
    pool_.for_each_edge(n, [&](const Edge& e) { all = all && leads_to(e.to, u, creations); });
    return all;
  }
  return false;
}

bool StandIns::created_together(ThreadId t, ThreadId u) const {
  size_t creations = 0;
  for (NodeId n : pool_.creations(t))
    if (!leads_to(pool_[n].child, u, creations)) return false;
  return creations == pool_.creations(u).size();
}

void StandIns::update() {
  first_.resize(kMaxThreads);
  next_.resize(kMaxThreads);
  std::vector<ThreadId> threads;
  for (int t = 0; t < kMaxThreads; ++t) {
    first_[t] = next_[t] = static_cast<ThreadId>(t);
    if (pool_.root(static_cast<ThreadId>(t)) != kNoNode) threads.push_back(static_cast<ThreadId>(t));
  }
  if (pool_.has_inputs() || threads.size() < 3) return;
  EqualThreads equals(pool_);
  equals.compute(threads, {});
  for (size_t k = 2; k < threads.size(); ++k)
    for (size_t j = 1; j < k; ++j) {
      const ThreadId t = threads[j], u = threads[k];
      const bool together = fault_ == ReachFault::kCreatedApart || created_together(t, u);
      const bool alike = fault_ == ReachFault::kStandIns || (equals.are_equal(t, u) && together);
      if (next_[t] != t || !alike) continue;
      next_[t] = u;
      first_[u] = first_[t];
      break;
    }
}

}  // namespace heddle::causal
