// The record of every 8-byte granule of the program's memory: is it allocated, who accessed it in this run,
// and is it known to be shared.
//
// Only accesses to *shared* memory are visible events. What is shared is found out while running: a granule
// becomes shared, for good, when two threads access it in one run, one of them writes, and the two accesses
// are not ordered by thread creation and join alone. Then everything explored before did not treat it as
// visible, and an exhaustive search starts again (Trace::visibility_grew). When a search ends without such a
// discovery, every access it did not treat as visible commutes with all others, so nothing was missed.
// docs/visibility.md has the argument in full.
//
// A record is one word:
//
//   63      42 41    40      39     38    37   36    35..32  31..24 23..16 15..8  7..0
//   run number split guarded shared multi told ended bytes   writer phase  reader phase
//
// Run number: everything but `shared`, `split` and `guarded` is meaningless if it is not the current run's, so a reset costs
// nothing.
// split: two threads met here, perhaps at different bytes: who accessed which, and which are shared, is kept by byte
// (byte_records.h). Writer and reader then only say whether anybody did since the memory was allocated.
// guarded: not all of it belongs to the variable that lies there, or to any (globals.h knows).
// bytes: how many of the 8 bytes are allocated; 9 if they were freed, or belonged to a local that is gone.
// writer, reader: the last of each (255: none) with its phase, the number of threads it had created by then.
// multi: several unordered threads read since the last write.
// told: Thread::told, of the writer.
// ended: a local's life ended here by an event, if it is shared. If not: touches (touches.h) know that the writer writes here,
// and ends the life of what it wrote.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

inline constexpr int kRunShift = 42;
inline constexpr uint64_t kRunMask = ~uint64_t{0} << kRunShift;
inline constexpr uint64_t kMaxRun = (uint64_t{1} << 22) - 1;
inline constexpr uint64_t kSplit = uint64_t{1} << 41;
inline constexpr uint64_t kGuarded = uint64_t{1} << 40;
inline constexpr uint64_t kShared = uint64_t{1} << 39;
inline constexpr uint64_t kSticky = kShared | kSplit;  // at most one of them is set, and it outlives the run
inline constexpr uint64_t kMulti = uint64_t{1} << 38;
inline constexpr uint64_t kTold = uint64_t{1} << 37;
inline constexpr uint64_t kEnded = uint64_t{1} << 36;
inline constexpr int kBytesShift = 32;
inline constexpr uint64_t kBytesMask = uint64_t{15} << kBytesShift;
inline constexpr uint64_t kFullBytes = uint64_t{8} << kBytesShift;
inline constexpr uint64_t kFreedBytes = uint64_t{9} << kBytesShift;
inline constexpr int kWriterShift = 16;
inline constexpr uint64_t kWriterMask = uint64_t{0xffff} << kWriterShift;
inline constexpr uint64_t kReaderMask = 0xffff;
inline constexpr uint64_t kThreads = 0xff00ff00;  // writer and reader without their phases
inline constexpr uint64_t kNobody = 0xff00ff00;   // neither writer nor reader

inline constexpr uint64_t kReadCheck = kRunMask | kSticky | kBytesMask | kReaderMask;
inline constexpr uint64_t kWriteCheck = kRunMask | kSticky | kMulti | kTold | kBytesMask | kWriterMask | kReaderMask;

// The record of the granule that holds a low address.
inline uint64_t* low_record(uint64_t address) {
  return reinterpret_cast<uint64_t*>((address & ~uint64_t{7}) + kShadowBase);
}

enum class Access : uint8_t {
  kRead,
  kWrite,
  kFree,  // a kind of writing
  kObject,  // likewise, by an operation on a lock or another object. It must know at once whether somebody may be waiting there
};

void add_touch(uint64_t granule, Access access);  // see touches.h; not kObject
inline void note_touch(uint64_t granule, Access access) {
  if (__builtin_expect(g.options.touches, 0)) add_touch(granule, access);
}

// Is this access private and in order, and noted already?
inline bool private_read(uint64_t address, uint32_t size) {
  return address < kLowEnd && (address & 7) + size <= 8 && ((*low_record(address) ^ g.expect_read) & kReadCheck) == 0;
}
inline bool private_write(uint64_t address, uint32_t size) {
  return address < kLowEnd && (address & 7) + size <= 8 && ((*low_record(address) ^ g.expect_write) & kWriteCheck) == 0;
}

// How an access about to be announced looks: it must be a visible event; and it is late, since its memory was freed by others.
// That is noticed when it is performed, so that engines see an event that the free could have come after.
struct Sight {
  bool visible = false, late = false;
  explicit operator bool() const { return visible; }
};
Sight look_ahead(uint64_t address, uint64_t size, Access access, uint64_t position);
// True if the access must be a visible event. Reports a finding (and does not return) if the memory is not
// the program's to access. `position` is where.
bool access_slow(uint64_t address, uint64_t size, Access access, uint64_t position);

// The current thread and its phase, as records name them.
inline uint64_t my_name() { return static_cast<uint64_t>(g.current) << 8 | self().phase; }

// Recomputes what `private_read` and `private_write` compare with: after a switch, a creation, or when a
// loop is being watched.
inline void refresh_expectation() {
  const Thread& me = self();
  const uint64_t who = my_name();
  g.mine_read = g.expect_read = g.run | kFullBytes | who;
  g.mine_written = g.expect_write = g.expect_read | who << kWriterShift | (me.told ? kTold : 0);
  // While an iteration of a loop has changed nothing so far, every access must be seen: 15 bytes of 8 are
  // never allocated, so this cannot match.
  for (int i = 0; i < me.watches; ++i)
    if (!me.watch[i].dirty) g.expect_read = g.expect_write = ~uint64_t{0};
  if (g.options.relevance.everything) g.expect_read = g.expect_write = ~uint64_t{0};
}

// What one look at the record of an access says: it is private, and was noted; it must be a visible event; or `access_slow`
// has to look closer.
enum class Glance : uint8_t { kPrivate, kVisible, kUnknown };

inline Glance glance_at(uint64_t granule, Access access) {
  if (__builtin_expect(g.options.relevance.everything, 0)) return Glance::kUnknown;
  uint64_t* record = low_record(granule);
  const uint64_t r = *record;
  if (((r ^ (g.run | kShared | kFullBytes)) & (kRunMask | kShared | kBytesMask)) == 0) return Glance::kVisible;
  if ((r & kRunMask) != g.run) {  // the first access in this run
    if (in_heap(granule) || granule < 0x10000 || (r & (kGuarded | kSplit))) return Glance::kUnknown;
    if (r & kShared) {
      *record = g.run | kShared | kFullBytes | kNobody;
      return Glance::kVisible;
    }
    *record = access == Access::kRead ? g.mine_read | (kNobody & kWriterMask) : g.mine_written;
  } else if (r == (g.run | kFullBytes | kNobody)) {  // … since it was allocated
    *record = access == Access::kRead ? g.mine_read | (kNobody & kWriterMask) : g.mine_written;
  } else if (access == Access::kRead) {
    // This thread was the last to read, before it created a thread. Nobody wrote later: a write leaves the writer as the reader.
    if ((r ^ g.mine_read) & (kRunMask | kSticky | kBytesMask | (kThreads & kReaderMask))) return Glance::kUnknown;
    *record = (r & ~kReaderMask) | (g.mine_read & kReaderMask);
  } else {
    if ((r ^ g.mine_written) & (kRunMask | kSticky | kMulti | kBytesMask | kThreads)) return Glance::kUnknown;
    *record = g.mine_written;
  }
  note_touch(granule, access);
  return Glance::kPrivate;
}

inline Glance glance(uint64_t address, uint64_t size, Access access) {
  return address < kLowEnd && (address & 7) + size <= 8 ? glance_at(address & ~uint64_t{7}, access) : Glance::kUnknown;
}

void shadow_start();     // reserves the records
void shadow_next_run();  // a new run: all records are void but for what is shared
// From now on accesses there are visible, as if another thread had been seen to access it.
void make_shared(uint64_t address);
// Restores what an earlier worker found out.
void mark_shared(uint64_t place);
// Places that workers tell of are shared granules, or with this bit locks that are contested (spin_tries.cpp).
inline constexpr uint64_t kLockPlace = 1;
// Or with this bit granules that are shared by byte; those that are, in the highest 8 bits.
inline constexpr uint64_t kBytesPlace = 2;
inline constexpr int kPlaceMaskShift = 56;
// Memory outside the low range whose accesses are tracked (shared libraries, the main thread's TLS block).
void track_high(uint64_t begin, uint64_t end);
// Memory of libraries that are not instrumented. Nobody knows who accesses it, so what threads meet in there is visible.
bool is_untracked(uint64_t address);
// A block was allocated or freed in this run.
void shadow_allocate(uint64_t address, uint64_t size);
void shadow_free(uint64_t address, uint64_t size);
// A local on the stack of the current thread: its life begins; it will, later; it ends. `follows_event`: a life ended there by an
// event, so that the next one must begin by one. `shadow_end_local` is true if the end must be an event; `shadow_end_by_event` is
// left to the caller then.
bool follows_event(uint64_t address, uint64_t size);
void shadow_begin_local(uint64_t address, uint64_t size);
void shadow_expect_local(uint64_t address);
bool shadow_end_local(uint64_t address, uint64_t size, uint64_t position);
void shadow_end_by_event(uint64_t address, uint64_t size);
// Nobody's memory, on the stack of the current thread. Both are multiples of 8.
void shadow_gap(uint64_t begin, uint64_t end);
// A granule where a global variable ends, or of the gap behind it.
void shadow_guard(uint64_t granule);
// Nobody accessed the block since it was allocated, and nobody wants to know that it is freed.
bool shadow_untouched(uint64_t address, uint64_t size);
bool is_shared(uint64_t granule);  // some byte of it
// Some run has shown that several threads access these bytes.
bool was_met_in(uint64_t address, uint64_t size);
// Which of its bytes are, one bit each.
uint8_t shared_bytes(uint64_t granule);
// It was freed in this run, or a local was there whose life has ended.
bool is_gone(uint64_t address);
// A block is about to be freed that was freed before. True if that must be a visible event.
bool shadow_free_again(uint64_t address);
// Called with each newly shared place, and contested lock.
extern void (*on_shared)(uint64_t place);

}  // namespace heddle::rt
