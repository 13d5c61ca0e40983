// Standing: what the search asks about a thread again and again, as kinds that follow from the node it stands at.
#pragma once
#include <array>
#include <cstdint>

#include "causal/pool.h"

namespace heddle::causal {

// Gives back a lock, or a unit of a semaphore, and does nothing else.
constexpr bool gives_back(Op op) {
  const OpTraits& t = traits(op);
  return t.hold == Hold::kReleases && (t.resource == Resource::kLock || t.resource == Resource::kUnit);
}

struct Standing {
  enum Kind : uint8_t {
    kActive,     // exists and has something to do that matters
    kReady,      // stands before an event that can be performed,
    kMayWait,    // or, being ready as well, before one that can be if its object allows it
    kInSection,  // before an event that belongs to an atomic section
    kAccessing,  // before an access to memory that others touch
    kPlain,      // before one that is not atomic
    kHolding,    // before an access, with locks held
    kGiving,     // before giving back a lock or a unit of a semaphore
    kJoining,    // before a join
    kKinds,
  };

  // As a set of bits. `waits`: it sleeps in what it stands behind. `meets_others`: its next event touches what others touch.
  static uint16_t kinds_of(const Node& n, bool waits, bool meets_others) {
    uint16_t kinds = bit(kActive);
    if (n.next == Next::kEvent) kinds |= waits ? 0 : kBefore[static_cast<int>(n.op)];
    else if (n.next == Next::kJoin) kinds |= bit(kJoining);
    if (!meets_others) kinds &= ~(bit(kAccessing) | bit(kPlain));
    if (n.flags & kAtomic) kinds &= ~bit(kPlain);
    if (n.held == 0) kinds &= ~bit(kHolding);
    if (n.opens_section || (n.flags & heddle::kInSection)) kinds |= bit(kInSection);
    return kinds;
  }

 private:
  static constexpr uint16_t bit(Kind kind) { return static_cast<uint16_t>(1 << kind); }
  // The kinds of a thread whose next event is this operation.
  static constexpr auto kBefore = [] {
    std::array<uint16_t, kOpCount> kinds{};
    for (int k = 0; k < kOpCount; ++k) {
      const auto op = static_cast<Op>(k);
      kinds[k] = 1 << kReady;
      if (waits_before(op)) kinds[k] |= 1 << kMayWait;
      if (gives_back(op)) kinds[k] |= 1 << kGiving;
      if (is_access(op)) kinds[k] |= 1 << kAccessing | 1 << kPlain | 1 << kHolding;
    }
    return kinds;
  }();
};

}  // namespace heddle::causal
