// Ledger: which memory is handed from thread to thread, by all runs together.
//
// Memory that is not known to be shared has no events, so the pool knows nothing of it. That is right as long as nobody
// learns anything through it. In one run the runtime finds out by itself what is shared (docs/visibility.md). But one
// run may show that a thread writes a place, and another that a second thread reads it, and no run both, because each
// does so in one of its histories only; and a thread that has been told something may leave it behind for whoever joins it
// or is created by it. Each such place has to be made visible.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "trace/touch.h"

namespace heddle::causal {

class Ledger {
 public:
  // `parent` creates `child`, after it has created `phase` others.
  void born(ThreadId child, ThreadId parent, uint8_t phase);
  void add(std::span<const Touch> touches);
  // Places that have to be visible.
  const std::vector<uint64_t>& to_share() const { return to_share_; }

  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  bool before(const Touch& a, const Touch& b) const;
  bool meet(const Touch& a, const Touch& b) const;

  struct Birth {
    ThreadId parent = kMainThread;
    uint8_t phase = 0;
  };
  std::array<Birth, kMaxThreads> birth_{};
  std::unordered_map<uint64_t, std::vector<Touch>> touches_;  // by granule
  std::vector<uint64_t> to_share_;
};

}  // namespace heddle::causal
