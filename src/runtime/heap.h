// The program's heap: one arena per thread, never shared with our own allocations.
//
// An address depends only on the allocating thread and on its own sequence of allocations. Blocks are not
// reused within a run until a thread has freed a lot, so a use after free finds a freed block. Between blocks
// lie 16 bytes that belong to nobody, so an access just outside is noticed.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

void heap_start();
void heap_snapshot();  // what is allocated now is there at the start of every run
void heap_reset();     // back to the snapshot

// What a fresh block holds: the same in every run, whatever an earlier one left behind. malloc promises nothing, and a program
// that counts on zeros there is wrong, so it gets bytes that are neither a number nor a pointer that anybody would expect.
enum class Fill : uint8_t { kZero, kPattern };
inline constexpr int kPatternByte = 0xbe;
inline constexpr uint64_t kPatternMost = 1 << 20;  // so much of a large block; the rest is zero, as fresh pages are
// Null if it is far too large.
void* heap_allocate(uint64_t size, uint64_t alignment, uint64_t where, Fill fill);
// Frees with all checks; may end the run with a finding.
void heap_free(void* pointer, uint64_t position);
uint64_t heap_size(void* pointer);  // 0 if it is not the start of an allocated block

// How many bytes of this granule are allocated: 0 to 8, or 9 if they were freed. The slow way, through the
// table of blocks; shadow.h remembers the answer.
int heap_bytes(uint64_t granule);

struct BlockInfo {
  uint64_t begin = 0, size = 0;
  ThreadId owner = 0;  // who allocated it
  bool freed = false;
  ThreadId freed_by = 0;
  uint64_t where = 0;  // code address of the allocation, and of the free
  uint64_t freed_at = 0;
};
// The block that holds the address, or the nearest one before it. False if there is none.
bool heap_find(uint64_t address, BlockInfo* block);

// Marks, for the search of leaks. `heap_mark` is true if the address lies in an allocated block that was not marked
// yet; the last one visits the blocks allocated in this run that were neither freed nor marked.
void heap_unmark();
bool heap_mark(uint64_t address);
void heap_for_each_unmarked(void (*report)(const BlockInfo&));

// Calls `look` with each block allocated in this run, freed ones included, and with those from before that were freed.
void heap_for_each(void (*look)(uint64_t begin, uint64_t size, bool freed));

// Calls `report` for each block allocated in this run that is neither freed nor reachable.
void heap_leaks(void (*report)(const BlockInfo&));

}  // namespace heddle::rt
