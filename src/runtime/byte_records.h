// Who accessed which byte: for the few granules of 8 bytes in which threads met, perhaps without touching the same byte.
//
// Two threads that fill halves of one array, or two counters that lie side by side, share a granule and no byte. The
// record of the granule (shadow.h) has no room to say so, so from the moment that it would become shared its bytes have records
// of their own, in a table that lives as long as the process. Nothing else ever looks here.
#pragma once
#include <cstdint>

namespace heddle::rt {

struct ByteRecords {
  static constexpr uint16_t kNone = 0xff00;

  uint64_t granule;
  uint16_t writer[8], reader[8];  // the last of each, as granule records name them (thread, phase)
  uint8_t multi;                  // bytes that several unordered threads read since the last write
  uint8_t shared;                 // bytes that are shared, for good

  // Nobody accessed the memory since it was allocated.
  void forget() {
    for (int i = 0; i < 8; ++i) writer[i] = reader[i] = kNone;
    multi = 0;
  }

  // `who` accesses these bytes; `ordered` tells whether another's access comes before, by creation and join. True if more
  // bytes are shared now.
  template <class Ordered>
  bool access(uint8_t bytes, bool writes, uint16_t who, Ordered ordered) {
    const uint8_t before = shared;
    for (int i = 0; i < 8; ++i) {
      const auto bit = static_cast<uint8_t>(1 << i);
      if (!(bytes & ~shared & bit)) continue;
      if (!ordered(writer[i]) || (writes && ((multi & bit) || !ordered(reader[i])))) {
        shared |= bit;
      } else {
        if (writes) writer[i] = who;
        else if (!ordered(reader[i])) multi |= bit;
        reader[i] = who;
      }
    }
    return shared != before;
  }
};

void byte_records_start();
// Those of a granule; null if there are none.
ByteRecords* bytes_of(uint64_t granule);
// Likewise, made if there are none. Null if there is no room for them.
ByteRecords* add_bytes(uint64_t granule);
void each_split(void (*look)(uint64_t granule));

}  // namespace heddle::rt
