// A touch: a thread accessed memory that is not known to be shared. No event comes of it; but accesses that two different
// runs show may meet in a third one. An engine that draws conclusions from several runs at once has to look at them
// together (causal/ledger.h).
#pragma once
#include <cstdint>

#include "base/thread_set.h"

namespace heddle {

struct Touch {
  enum Kind : uint8_t { kRead, kWrite, kFree };

  uint64_t granule = 0;  // address of 8 bytes; 0: there were more than can be told
  uint64_t joined = 0;   // threads, of the first 64, that had ended before it, by joins
  ThreadId thread = 0;
  uint8_t phase = 0;  // how many threads it had created by then; 254 for that and more
  Kind kind = kRead;
  // The thread, or who created it, had been told something by others: it may do otherwise in other runs.
  bool told = false;

  bool operator==(const Touch&) const = default;
};

}  // namespace heddle
