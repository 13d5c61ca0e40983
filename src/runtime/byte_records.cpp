#include "runtime/byte_records.h"

#include "base/hash.h"
#include "runtime/failure.h"

namespace heddle::rt {
namespace {

constexpr uint32_t kSlots = 1 << 18;
ByteRecords* table;  // open addressing; granule 0 is nobody's, so it marks an empty slot
uint32_t used;

ByteRecords& slot_of(uint64_t granule) {
  for (uint64_t i = mix(granule) % kSlots;; i = (i + 1) % kSlots)
    if (table[i].granule == granule || table[i].granule == 0) return table[i];
}

}  // namespace

void byte_records_start() { table = static_cast<ByteRecords*>(our_pages(kSlots * sizeof(ByteRecords))); }

ByteRecords* bytes_of(uint64_t granule) {
  ByteRecords& slot = slot_of(granule);
  return slot.granule == granule ? &slot : nullptr;
}

ByteRecords* add_bytes(uint64_t granule) {
  ByteRecords& slot = slot_of(granule);
  if (slot.granule == granule) return &slot;
  if (granule == 0 || used == kSlots / 4 * 3) return nullptr;
  ++used;
  slot.granule = granule;
  slot.forget();
  return &slot;
}

void each_split(void (*look)(uint64_t granule)) {
  for (uint32_t i = 0; i < kSlots; ++i)
    if (table[i].granule != 0) look(table[i].granule);
}

}  // namespace heddle::rt
