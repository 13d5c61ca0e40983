// CoverageTable: how often the events of a search happened at each position of the source. Plain data of fixed size, so
// that it can live in shared memory and survive a worker.
#pragma once
#include <cstdint>
#include <map>
#include <span>

#include "base/hash.h"
#include "trace/event.h"

namespace heddle {

// Event::position -> times.
using Coverage = std::map<uint64_t, uint64_t>;

struct CoverageTable {
  static constexpr uint32_t kSize = 1 << 15;  // a power of two
  static constexpr uint32_t kProbes = 64;     // a position that finds no place after so many is left out

  struct Entry {
    uint64_t position = 0;  // 0: free
    uint64_t times = 0;
  };
  Entry entries[kSize];

  void add(std::span<const Event> events) {
    for (const Event& e : events)
      if (e.position != 0) add(e.position);
  }

  void add(uint64_t position) {
    const auto home = static_cast<uint32_t>(mix(position));
    for (uint32_t i = 0; i < kProbes; ++i) {
      Entry& entry = entries[(home + i) % kSize];
      if (entry.position != position && entry.position != 0) continue;
      entry.position = position;
      ++entry.times;
      return;
    }
  }

  void add_to(Coverage& sum) const {
    for (const Entry& entry : entries)
      if (entry.position != 0) sum[entry.position] += entry.times;
  }
};

}  // namespace heddle
