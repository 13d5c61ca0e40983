#include "runtime/shadow.h"

#include <sys/mman.h>

#include "runtime/failure.h"
#include "runtime/heap.h"
#include "runtime/static_results.h"
#include "runtime/touches.h"

namespace heddle::rt {

void (*on_shared)(uint64_t granule);

namespace {

struct HighRange {
  uint64_t begin, end;
  uint64_t* records;
};
constexpr int kMaxHigh = 64;
HighRange high[kMaxHigh];
int high_count;

// Every granule ever found shared, so that the records can be wiped when the run number overflows.
constexpr uint32_t kMaxShared = 1 << 20;
uint64_t* shared;
uint32_t shared_count;

// The record of a granule above the low range; null if it is not tracked.
uint64_t* high_record(uint64_t address) {
  for (int i = 0; i < high_count; ++i)
    if (address - high[i].begin < high[i].end - high[i].begin)
      return high[i].records + (address - (high[i].begin & ~uint64_t{7})) / 8;
  return nullptr;
}

uint64_t* record_of(uint64_t address) { return address < kLowEnd ? low_record(address) : high_record(address); }

bool ordered(uint64_t who, const Thread& me) {
  const auto thread = static_cast<ThreadId>(who >> 8);
  if (thread == 255 || thread == g.current) return true;
  return (who & 255) < reinterpret_cast<const uint8_t*>(me.known)[thread];
}

void discover(uint64_t* record, uint64_t granule) {
  *record |= kShared;
  if (shared_count < kMaxShared) shared[shared_count++] = granule;
  g.visibility_grew = true;
  if (on_shared) on_shared(granule);
}

// Accesses what was freed in this run. The other order is one to be looked at, too.
void come_late(uint64_t* record, uint64_t granule, Access access) {
  if (*record & kShared) return;
  note_touch(granule, access);
  if (!ordered((*record & kWriterMask) >> kWriterShift, self())) discover(record, granule);
}

// One granule of an access. `last` is the last byte of it that is touched.
bool touch(uint64_t granule, unsigned last, Access access, uint64_t position) {
  uint64_t* record = record_of(granule);
  if (record == nullptr) return false;
  uint64_t r = *record;
  if ((r & kRunMask) != g.run) {
    uint64_t bytes = kFullBytes;
    if (in_heap(granule)) {
      const int allocated = heap_bytes(granule);
      if (allocated <= static_cast<int>(last)) heap_failure(granule + last, position);
      bytes = static_cast<uint64_t>(allocated) << kBytesShift;
    } else if (granule < 0x10000) {
      null_failure(granule, access == Access::kWrite, position);
    }
    r = g.run | (r & kShared) | bytes | kNobody;
  }
  const auto bytes = static_cast<unsigned>((r & kBytesMask) >> kBytesShift);
  if (bytes <= last || bytes == 9) {
    if (bytes == 9 && (r & kShared) && g.announcing) return g.late = true;
    if (bytes == 9) come_late(record, granule, access);
    heap_failure(granule + last, position);
  }
  if (r & kShared) {
    *record = r;
    return true;
  }
  note_touch(granule, access);
  const Thread& me = self();
  const uint64_t who = my_name();
  const uint64_t writer = (r & kWriterMask) >> kWriterShift, reader = r & kReaderMask;
  if (access != Access::kRead) {
    if (!ordered(writer, me) || !ordered(reader, me) || (r & kMulti)) {
      *record = r;
      discover(record, granule);
      return true;
    }
    *record = (r & ~(kTold | kWriterMask | kReaderMask)) | (me.told ? kTold : 0) | who << kWriterShift | who;
    return false;
  }
  if (!ordered(writer, me)) {
    *record = r;
    discover(record, granule);
    return true;
  }
  if (!ordered(reader, me)) r |= kMulti;
  *record = (r & ~kReaderMask) | who;
  return false;
}

}  // namespace

bool access_slow(uint64_t address, uint64_t size, Access access, uint64_t position) {
  if (address >= kLowEnd && high_record(address) == nullptr) {
    if (is_our_memory(address, size)) wild_failure(address, access == Access::kWrite, position);
    return false;
  }
  bool visible = false;
  const uint64_t end = address + size;
  for (uint64_t granule = address & ~uint64_t{7}; granule < end; granule += 8) {
    Glance seen = granule < kLowEnd ? glance_at(granule, access) : Glance::kUnknown;
    if (seen == Glance::kUnknown) {
      const uint64_t stop = end - granule < 8 ? end - granule : 8;
      if (touch(granule, static_cast<unsigned>(stop - 1), access, position)) seen = Glance::kVisible;
    }
    visible |= seen == Glance::kVisible;
  }
  return visible;
}

bool is_untracked(uint64_t address) { return address >= kLowEnd && high_record(address) == nullptr; }

bool shadow_free_again(uint64_t address) {
  uint64_t* record = low_record(address);
  if ((*record & kRunMask) != g.run) return false;
  come_late(record, address, Access::kFree);
  return *record & kShared;
}

void shadow_start() {
  void* p = mmap(reinterpret_cast<void*>(kShadowBase), kLowEnd, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == MAP_FAILED) refuse("cannot reserve 1 TiB of address space for memory records (is vm.overcommit_memory 2, or a ulimit -v set?)");
  shared = static_cast<uint64_t*>(our_pages(kMaxShared * sizeof(uint64_t)));
  g.run = uint64_t{1} << kRunShift;
}

void shadow_next_run() {
  if ((g.run >> kRunShift) < kMaxRun) {
    g.run += uint64_t{1} << kRunShift;
    return;
  }
  madvise(reinterpret_cast<void*>(kShadowBase), kLowEnd, MADV_DONTNEED);
  for (int i = 0; i < high_count; ++i)
    for (uint64_t n = 0; n < (high[i].end - high[i].begin) / 8 + 2; ++n) high[i].records[n] = 0;
  for (uint32_t i = 0; i < shared_count; ++i)
    if (uint64_t* record = record_of(shared[i])) *record |= kShared;
  g.run = uint64_t{1} << kRunShift;
}

void make_shared(uint64_t address) {
  const uint64_t granule = address & ~uint64_t{7};
  uint64_t* record = record_of(granule);
  if (record != nullptr && !(*record & kShared)) discover(record, granule);
}

void mark_shared(uint64_t granule) {
  if (is_untracked(granule)) find_static_results();
  uint64_t* record = record_of(granule);
  if (record == nullptr || (*record & kShared)) return;
  *record |= kShared;
  if (shared_count < kMaxShared) shared[shared_count++] = granule;
}

void track_high(uint64_t begin, uint64_t end) {
  if (high_count == kMaxHigh || begin >= end) return;
  high[high_count++] = {begin, end, static_cast<uint64_t*>(our_pages((end - begin) / 8 * 8 + 64))};
}

void shadow_allocate(uint64_t address, uint64_t size) {
  uint64_t* record = low_record(address);
  for (; size >= 8; size -= 8, ++record) *record = g.run | (*record & kShared) | kFullBytes | kNobody;
  if (size > 0) *record = g.run | (*record & kShared) | size << kBytesShift | kNobody;
}

bool shadow_untouched(uint64_t address, uint64_t size) {
  if (g.options.touches || size % 8 != 0) return false;
  const uint64_t* record = low_record(address);
  const uint64_t* end = record + size / 8;
  while (record != end && *record == (g.run | kFullBytes | kNobody)) ++record;
  return record == end;
}

bool is_shared(uint64_t granule) {
  const uint64_t* record = record_of(granule);
  return record != nullptr && (*record & kShared);
}

void shadow_free(uint64_t address, uint64_t size) {
  const uint64_t who = my_name();
  uint64_t* record = low_record(address);
  for (uint64_t done = 0; done < size; done += 8, ++record)
    *record = g.run | (*record & kShared) | kFreedBytes | who << kWriterShift | who;
}

}  // namespace heddle::rt
