#include "runtime/shadow.h"

#include <sys/mman.h>

#include "runtime/byte_records.h"
#include "runtime/failure.h"
#include "runtime/frames.h"
#include "runtime/globals.h"
#include "runtime/heap.h"
#include "runtime/static_results.h"
#include "runtime/term_places.h"
#include "runtime/touches.h"

namespace heddle::rt {

void (*on_shared)(uint64_t place);

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
uint32_t shared_before;  // those of earlier runs; of the others some may become so with the next

// The record of a granule above the low range; null if it is not tracked.
uint64_t* high_record(uint64_t address) {
  for (int i = 0; i < high_count; ++i)
    if (address - high[i].begin < high[i].end - high[i].begin) return high[i].records + (address - high[i].begin) / 8;
  return nullptr;
}

uint64_t* record_of(uint64_t address) { return address < kLowEnd ? low_record(address) : high_record(address); }

bool ordered(uint64_t who, const Thread& me) {
  const auto thread = static_cast<ThreadId>(who >> 8);
  if (thread == 255 || thread == g.current) return true;
  return (who & 255) < reinterpret_cast<const uint8_t*>(me.known)[thread];
}

// All of it is shared from now on, or from the next run on.
void share_next(uint64_t granule) {
  if (shared_count < kMaxShared) shared[shared_count++] = granule;
}
void share(uint64_t* record, uint64_t granule) {
  *record = (*record & ~kSplit) | kShared;
  share_next(granule);
}

void tell(uint64_t place) {
  g.visibility_grew = true;
  if (on_shared) on_shared(place);
}

void discover(uint64_t* record, uint64_t granule) {
  share(record, granule);
  tell(granule);
}

uint8_t allocated(uint64_t record) {
  const auto bytes = static_cast<unsigned>((record & kBytesMask) >> kBytesShift);
  return bytes >= 8 ? 0xff : static_cast<uint8_t>((1u << bytes) - 1);
}

// The bytes of a granule that belong to the same variable as `byte`. Between variables lie gaps, which nobody accesses: so when
// all of a small variable is shared, its granule may be, and accesses are as fast as those to a word.
uint8_t bytes_of_variable(uint64_t granule, unsigned byte) {
  uint64_t begin = 0, size = 0;
  if (!global_at(granule + byte, &begin, &size) && !(in_stacks(granule) && local_at(granule + byte, &begin, &size)))
    return 0xff;
  const uint64_t first = begin > granule ? begin - granule : 0, end = begin + size - granule;
  return static_cast<uint8_t>((0xffu << first) & (end < 8 ? (1u << end) - 1 : 0xffu));
}

// An access to some bytes of a split granule. True if it is visible.
bool touch_split(uint64_t* record, uint64_t granule, uint8_t bytes, Access access) {
  ByteRecords& by_byte = *bytes_of(granule);
  if ((*record & (kWriterMask | kReaderMask)) == kNobody) {
    by_byte.forget();
    *record &= ~(kWriterMask | kReaderMask);
  }
  const Thread& me = self();
  const bool grew = by_byte.access(bytes, access != Access::kRead, static_cast<uint16_t>(my_name()),
                                   [&](uint16_t who) { return ordered(who, me); });
  const bool visible = by_byte.shared & bytes;
  if (!grew) return visible;
  const uint8_t there = allocated(*record) & bytes_of_variable(granule, static_cast<unsigned>(__builtin_ctz(bytes)));
  const bool all = (by_byte.shared & there) == there;
  if (all) share(record, granule);
  if (!g.options.whole_granules)
    tell(all ? granule : granule | kBytesPlace | uint64_t{by_byte.shared} << kPlaceMaskShift);
  return visible;
}

// Two threads met in this granule. What each did so far in this run is not known by byte, so nothing is shared yet: that is found
// out from now on, and the search starts again. Engines that look at values have all of it shared in the runs to come, since an
// access tells the values of all its bytes.
bool split(uint64_t* record, uint64_t granule, uint8_t bytes, Access access) {
  ByteRecords* by_byte = add_bytes(granule);
  if (by_byte == nullptr) {
    discover(record, granule);
    return true;
  }
  *record = (*record & ~(kWriterMask | kReaderMask)) | kSplit | kNobody;
  if (g.options.whole_granules) share_next(granule);
  tell(g.options.whole_granules ? granule : granule | kBytesPlace);
  return touch_split(record, granule, bytes, access);
}

// Accesses what was freed in this run. The other order is one to be looked at, too.
void come_late(uint64_t* record, uint64_t granule, Access access) {
  if (is_shared(granule)) return;
  note_touch(granule, access);
  if (!ordered((*record & kWriterMask) >> kWriterShift, self())) discover(record, granule);
}

// Where all accesses are looked at, one is no choice if nobody else can reach its memory. Whoever did reach it all the same, by an
// address that no word held, shows that others can (relevance.cpp).
bool may_be_out_of_reach(uint64_t granule) {
  return g.options.relevance.reachable && (in_heap(granule) || in_stacks(granule));
}

void meet_in_reach(uint64_t* record, uint64_t r, uint64_t granule, Access access) {
  const uint64_t writer = (r & kWriterMask) >> kWriterShift, reader = r & kReaderMask, who = my_name();
  const bool writes = access != Access::kRead;
  *record = r;
  if (!ordered(writer, self()) || (writes && (!ordered(reader, self()) || (r & kMulti))))
    return discover(record, granule);
  if (writes) *record = (r & ~(kWriterMask | kReaderMask)) | who << kWriterShift | who;
  else *record = (r & ~kReaderMask) | (ordered(reader, self()) ? 0 : kMulti) | who;
}

// One granule of an access, from its byte `first` to its byte `last`.
Sight touch(uint64_t granule, unsigned first, unsigned last, Access access, uint64_t position, bool announcing,
            bool object) {
  constexpr Sight kPrivate{false, false}, kVisible{true, false}, kLate{true, true};
  uint64_t* record = record_of(granule);
  if (record == nullptr) return kPrivate;
  uint64_t r = *record;
  if ((r & kRunMask) != g.run) {
    uint64_t bytes = kFullBytes;
    if (in_heap(granule)) {
      const int allocated = heap_bytes(granule);
      if (allocated <= static_cast<int>(last)) heap_failure(granule + last, position);
      bytes = static_cast<uint64_t>(allocated) << kBytesShift;
    } else if (r & kGuarded) {
      bytes = static_cast<uint64_t>(global_bytes(granule)) << kBytesShift;
    } else if (granule < 0x10000) {
      null_failure(granule, access == Access::kWrite, position);
    }
    r = g.run | (r & (kSticky | kGuarded)) | bytes | kNobody;
  }
  const auto bytes = static_cast<unsigned>((r & kBytesMask) >> kBytesShift);
  if (bytes <= last || bytes == 9) {
    const bool on_stack = in_stacks(granule);
    if (on_stack && !stack_memory_is_gone(granule + last)) {
      r = g.run | (r & kSticky) | kFullBytes | kNobody;
    } else {
      if (bytes == 9 && announcing && is_shared(granule)) return kLate;
      if (bytes == 9) come_late(record, granule, access);
      if (on_stack) stack_failure(granule + last, position);
      if (in_identities(granule)) thread_local_failure(granule + last, position);
      if (r & kGuarded) global_failure(granule + last, position);
      heap_failure(granule + last, position);
    }
  }
  if ((r & kShared) || (g.options.relevance.everything && !may_be_out_of_reach(granule))) {
    *record = r;
    return kVisible;
  }
  if (g.options.relevance.everything) return meet_in_reach(record, r, granule, access), kVisible;
  note_touch(granule, access);
  const auto touched = static_cast<uint8_t>((2u << last) - (1u << first));
  if (r & kSplit) {
    *record = r;
    if (object) {  // who accessed it before the granule was split is not known
      discover(record, granule);
      return kVisible;
    }
    return {touch_split(record, granule, touched, access), false};
  }
  const Thread& me = self();
  const uint64_t who = my_name();
  const uint64_t writer = (r & kWriterMask) >> kWriterShift, reader = r & kReaderMask;
  if (access != Access::kRead) {
    if (!ordered(writer, me) || !ordered(reader, me) || (r & kMulti)) {
      *record = r;
      if (!object) return {split(record, granule, touched, access), false};
      discover(record, granule);
      return kVisible;
    }
    *record = (r & ~(kTold | kWriterMask | kReaderMask)) | (me.told ? kTold : 0) | who << kWriterShift | who;
    return kPrivate;
  }
  if (!ordered(writer, me)) {
    *record = r;
    return {split(record, granule, touched, access), false};
  }
  if (!ordered(reader, me)) r |= kMulti;
  *record = (r & ~kReaderMask) | who;
  return kPrivate;
}

Sight walk(uint64_t address, uint64_t size, Access access, uint64_t position, bool announcing) {
  Sight all;
  const bool object = access == Access::kObject;
  if (object) access = Access::kWrite;
  if (address >= kLowEnd && high_record(address) == nullptr) {
    if (is_our_memory(address, size)) wild_failure(address, access == Access::kWrite, position);
    return all;
  }
  const uint64_t end = address + size;
  for (uint64_t granule = address & ~uint64_t{7}; granule < end; granule += 8) {
    const Glance seen = granule < kLowEnd ? glance_at(granule, access) : Glance::kUnknown;
    if (seen == Glance::kUnknown) {
      const uint64_t stop = end - granule < 8 ? end - granule : 8;
      const uint64_t first = address > granule ? address - granule : 0;
      const Sight closer = touch(granule, static_cast<unsigned>(first), static_cast<unsigned>(stop - 1), access,
                                 position, announcing, object);
      all.visible |= closer.visible;
      all.late |= closer.late;
    }
    all.visible |= seen == Glance::kVisible;
  }
  return all;
}

}  // namespace

Sight look_ahead(uint64_t address, uint64_t size, Access access, uint64_t position) {
  return walk(address, size, access, position, true);
}
bool access_slow(uint64_t address, uint64_t size, Access access, uint64_t position) {
  if (access != Access::kRead) clear_range(address, size);
  return walk(address, size, access, position, false).visible;
}

bool is_untracked(uint64_t address) { return address >= kLowEnd && high_record(address) == nullptr; }

bool shadow_free_again(uint64_t address) {
  uint64_t* record = low_record(address);
  if ((*record & kRunMask) != g.run) return false;
  come_late(record, address, Access::kFree);
  return is_shared(address);
}

void shadow_start() {
  void* p = mmap(reinterpret_cast<void*>(kShadowBase), kLowEnd, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == MAP_FAILED)
    refuse("cannot reserve 1 TiB of address space for memory records (is vm.overcommit_memory 2, or a ulimit -v set?)");
  shared = static_cast<uint64_t*>(our_pages(kMaxShared * sizeof(uint64_t)));
  byte_records_start();
  g.run = uint64_t{1} << kRunShift;
}

void shadow_next_run() {
  for (; shared_before < shared_count; ++shared_before)
    if (uint64_t* record = record_of(shared[shared_before])) *record = (*record & ~kSplit) | kShared;
  if ((g.run >> kRunShift) < kMaxRun) {
    g.run += uint64_t{1} << kRunShift;
    return;
  }
  madvise(reinterpret_cast<void*>(kShadowBase), kLowEnd, MADV_DONTNEED);
  for (int i = 0; i < high_count; ++i)
    for (uint64_t n = 0; n < (high[i].end - high[i].begin) / 8 + 2; ++n) high[i].records[n] = 0;
  each_split([](uint64_t granule) {
    if (uint64_t* record = record_of(granule)) *record |= kSplit;
  });
  for (uint32_t i = 0; i < shared_count; ++i)
    if (uint64_t* record = record_of(shared[i])) *record = (*record & ~kSplit) | kShared;
  globals_guard();
  g.run = uint64_t{1} << kRunShift;
}

void make_shared(uint64_t address) {
  const uint64_t granule = address & ~uint64_t{7};
  uint64_t* record = record_of(granule);
  if (record != nullptr && !(*record & kShared)) discover(record, granule);
}

void mark_shared(uint64_t place) {
  const auto bytes = static_cast<uint8_t>(place >> kPlaceMaskShift);
  const uint64_t granule = place & ((uint64_t{1} << kPlaceMaskShift) - 8);
  if (is_untracked(granule)) find_static_results();
  uint64_t* record = record_of(granule);
  if (record == nullptr || (*record & kShared)) return;
  ByteRecords* by_byte = place & kBytesPlace ? add_bytes(granule) : nullptr;
  if (by_byte == nullptr) return share(record, granule);
  by_byte->shared |= bytes;
  *record |= kSplit;
}

void track_high(uint64_t begin, uint64_t end) {
  if (high_count == kMaxHigh || begin >= end) return;
  begin &= ~uint64_t{7};  // whole granules: accesses are looked at by these
  end = (end + 7) & ~uint64_t{7};
  high[high_count++] = {begin, end, static_cast<uint64_t*>(our_pages(end - begin + 64))};
}

void shadow_allocate(uint64_t address, uint64_t size) {
  clear_range(address, size);
  uint64_t* record = low_record(address);
  for (; size >= 8; size -= 8, ++record) *record = g.run | (*record & kSticky) | kFullBytes | kNobody;
  if (size > 0) *record = g.run | (*record & kSticky) | size << kBytesShift | kNobody;
}

bool shadow_untouched(uint64_t address, uint64_t size) {
  if (g.options.touches || g.options.relevance.everything || size % 8 != 0) return false;
  const uint64_t* record = low_record(address);
  const uint64_t* end = record + size / 8;
  while (record != end && *record == (g.run | kFullBytes | kNobody)) ++record;
  return record == end;
}

bool is_gone(uint64_t address) {
  const uint64_t* record = record_of(address);
  return record != nullptr && ((*record ^ (g.run | kFreedBytes)) & (kRunMask | kBytesMask)) == 0;
}

uint8_t shared_bytes(uint64_t granule) {
  if (g.options.relevance.everything) return 0xff;
  const uint64_t* record = record_of(granule);
  if (record == nullptr || !(*record & kSticky)) return 0;
  return *record & kShared ? 0xff : bytes_of(granule & ~uint64_t{7})->shared;
}

bool is_shared(uint64_t granule) { return shared_bytes(granule) != 0; }

bool was_met_in(uint64_t address, uint64_t size) {
  for (uint64_t granule = address & ~uint64_t{7}; granule < address + size; granule += 8)
    if (const uint64_t* record = record_of(granule); record != nullptr && (*record & kSticky)) return true;
  return false;
}

void shadow_free(uint64_t address, uint64_t size) {
  clear_range(address, size);
  const uint64_t who = my_name();
  uint64_t* record = low_record(address);
  for (uint64_t done = 0; done < size; done += 8, ++record)
    *record = g.run | (*record & kSticky) | kFreedBytes | who << kWriterShift | who;
}

void shadow_end_by_event(uint64_t address, uint64_t size) {
  const uint64_t who = my_name();
  for (uint64_t *record = low_record(address), *end = low_record(address + size + 7); record != end; ++record)
    *record = g.run | (*record & kSticky) | (*record & kSticky ? kEnded : 0) | kFreedBytes | who << kWriterShift | who;
}

bool follows_event(uint64_t address, uint64_t size) {
  constexpr uint64_t kCheck = kRunMask | kEnded | kBytesMask;
  const uint64_t by_event = g.run | kEnded | kFreedBytes;
  const uint64_t* record = low_record(address);
  for (const uint64_t* end = low_record(address + size + 7); record != end; ++record)
    if (((*record ^ by_event) & kCheck) == 0 && (*record & kSticky)) return true;
  return false;
}

void shadow_expect_local(uint64_t address) {
  uint64_t* record = low_record(address);
  if ((*record & kRunMask) == g.run && (*record & kBytesMask) == kFreedBytes) return;
  shadow_free(address, 1);
}

// What a thread did to earlier locals in the same place is as good as done to this one: a record that says so stays, and the
// next access need not look closer.
void shadow_begin_local(uint64_t address, uint64_t size) {
  clear_range(address, size);
  const uint64_t mine = g.mine_written | kEnded, gone = (mine & ~kBytesMask) | kFreedBytes;
  uint64_t* record = low_record(address);
  for (const uint64_t* end = low_record(address + size); record != end; ++record)
    *record = *record == gone ? mine : g.run | (*record & kSticky) | kFullBytes | kNobody;
  const uint64_t rest = (address + size) & 7;
  if (rest != 0) *record = g.run | (*record & kSticky) | rest << kBytesShift | kNobody;
}

namespace {

// Everything that other threads did in this run comes before, by joins.
bool alone() {
  const auto* known = reinterpret_cast<const uint8_t*>(self().known);
  for (int t = 0; t < g.live; ++t)
    if (t != g.current && g.thread[t].status != Status::kUnused && known[t] != 255) return false;
  return true;
}

}  // namespace

bool shadow_end_local(uint64_t address, uint64_t size, uint64_t position) {
  clear_range(address, size);
  const uint64_t mine = g.mine_written, gone = (mine & ~kBytesMask) | kFreedBytes | kEnded;
  uint64_t* const begin = low_record(address);
  const uint64_t* const end = low_record(address + size + 7);
  constexpr uint64_t kCheck = kWriteCheck & ~kBytesMask;
  bool untold = false, others = false;
  for (const uint64_t* record = begin; record != end; ++record) {
    others |= ((*record ^ mine) & kCheck) != 0;
    untold |= !(*record & kEnded);
  }
  if (!others && !(untold && g.options.touches)) {
    for (uint64_t* record = begin; record != end; ++record) *record = gone;
    return false;
  }
  if (others && !alone()) {
    if (access_slow(address, size, Access::kFree, position)) return true;
    for (uint64_t* record = begin; record != end; ++record) *record = (gone & ~kEnded) | (*record & kSplit);
    return false;
  }
  if (g.options.touches)
    for (uint64_t granule = address & ~uint64_t{7}; granule < address + size; granule += 8)
      add_touch(granule, Access::kFree);
  for (uint64_t* record = begin; record != end; ++record)
    *record = ((*record ^ mine) & kCheck) == 0 ? gone : (gone & ~kEnded) | (*record & kSticky);
  return false;
}

void shadow_guard(uint64_t granule) {
  if (uint64_t* record = record_of(granule)) *record |= kGuarded;
}

void shadow_gap(uint64_t begin, uint64_t end) {
  for (uint64_t* record = low_record(begin); record != low_record(end); ++record)
    *record = g.run | (*record & kSticky) | kNobody;
}

}  // namespace heddle::rt
