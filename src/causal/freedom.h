// Freedom: which reads of a trace may be told something else than in the trace, and what that changes. (MCR-S: Huang and Huang, ECOOP
// 2017.)
//
// A read is free if nothing that its thread does next depends on what it reads, only what is written: then the line of its thread stays
// what it is. Acts that write something that depends on a read which was told something else write what is not known. So a question that
// is answered with yes is one that a run can follow, act by act.
//
// (The paper demands the reads that the act itself depends on, and no others. That is not enough for a schedule to be followed: if
// another branch is taken between two acts, there are acts that the trace does not have.)
#pragma once
#include <cstdint>
#include <vector>

#include "causal/trace_model.h"

namespace heddle::causal {

class Freedom {
 public:
  // `site` of each act, below `sites`; `free` and `feeds(read site, write site)` by site.
  Freedom(std::vector<uint32_t> site_of_act, std::vector<bool> free, std::vector<std::vector<bool>> feeds)
      : site_(std::move(site_of_act)), free_(std::move(free)), feeds_(std::move(feeds)) {}

  bool is_free(ActId a) const { return free_[site_[a]]; }
  // Can what `write` writes depend on what `read` read? Both in one line, the read first; or in different ones.
  bool feeds(ActId read, ActId write) const { return feeds_[site_[read]][site_[write]]; }
  // The same, by site.
  uint32_t site(ActId a) const { return site_[a]; }
  uint32_t sites() const { return static_cast<uint32_t>(free_.size()); }
  bool site_feeds(uint32_t read, uint32_t write) const { return feeds_[read][write]; }

 private:
  std::vector<uint32_t> site_;
  std::vector<bool> free_;
  std::vector<std::vector<bool>> feeds_;
};

// Of acts that `freedom` (may be null) lets be told something else: reads, and updates that always write. A compare-exchange is not
// one, since it decides itself what it does.
inline bool may_deviate(const Freedom* freedom, const Act& a, ActId id) {
  if (freedom == nullptr || a.blind || a.pending || !freedom->is_free(id)) return false;
  return a.op == Op::kRead || (a.op == Op::kRmw && a.second != kCompares && !(a.flags & kFailed));
}

}  // namespace heddle::causal
