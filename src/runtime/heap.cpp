#include "runtime/heap.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstring>

#include "runtime/failure.h"
#include "runtime/program_state.h"
#include "runtime/raw_call.h"
#include "runtime/schedule.h"
#include "runtime/shadow.h"
#include "runtime/snapshot.h"

namespace heddle::rt {
namespace {

// One allocation. Blocks of an arena stand in the order of their addresses.
struct Block {
  uint32_t begin;  // offset in the arena, in units of 16 bytes
  uint32_t freed_by : 8;
  uint32_t freed : 1;
  uint32_t freed_at_start : 1;  // as of the snapshot
  uint32_t marked : 1;          // leak search: something points to it
  uint32_t capacity : 21;       // unused room behind `size`, in units of 16 bytes (saturated), for reuse
  uint64_t size;
  uint64_t where;  // code address of the allocation, and of the free
  uint64_t freed_at;
};

struct Arena {
  uint64_t top;        // next free offset
  uint64_t committed;  // accessible bytes
  uint64_t dirty;      // largest `top` of any run since large blocks were last cleared
  uint32_t blocks;     // entries of `block`
  uint32_t oldest;     // quarantine: index from which to look for a freed block to reuse
  uint64_t freed;      // bytes in freed blocks that were not reused
  uint64_t start_top;  // `top` and `blocks` as of the snapshot
  uint32_t start_blocks;
  uint32_t touched_begin, touched_end;  // blocks of the snapshot freed in this run lie in this range
  Block* block;
};

constexpr uint64_t kGap = 16;
constexpr uint64_t kLarge = 4096;           // from here on records are written when touched, not when allocated
constexpr uint64_t kQuarantine = 64 << 20;  // freed bytes kept from reuse, per thread and run
constexpr uint32_t kMaxBlocks = 1 << 24;

Arena* arenas;

uint64_t base(const Arena& a) { return kHeapBase + static_cast<uint64_t>(&a - arenas) * kArenaSize; }
Arena& arena_of(uint64_t address) { return arenas[(address - kHeapBase) / kArenaSize]; }

void commit(Arena& a, uint64_t end) {
  if (end <= a.committed) return;
  if (end > kArenaSize) unsupported(0, "the program allocates more than 2 GiB of memory in one thread and run");
  if (g.options.memory_limit != 0 && end > g.options.memory_limit)
    unsupported(0, "the memory limit was reached: one thread allocates more than %lu MiB in one run",
                g.options.memory_limit >> 20);
  uint64_t grow = a.committed < (1 << 20) ? 1 << 20 : a.committed;
  uint64_t to = a.committed + grow;
  if (to < end) to = end;
  to = (to + 0xffff) & ~uint64_t{0xffff};
  if (to > kArenaSize) to = kArenaSize;
  const auto at = static_cast<long>(base(a) + a.committed);
  if (raw_call(SYS_mprotect, at, static_cast<long>(to - a.committed), PROT_READ | PROT_WRITE) != 0)
    unsupported(0, "the program ran out of memory: no more than %lu MiB could be allocated in one thread",
                a.committed >> 20);
  a.committed = to;
}

Block* last_block_at(Arena& a, uint64_t offset) {
  uint32_t low = 0, high = a.blocks;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (static_cast<uint64_t>(a.block[middle].begin) * 16 <= offset) low = middle + 1;
    else high = middle;
  }
  return low == 0 ? nullptr : &a.block[low - 1];
}

Block* block_starting(uint64_t address) {
  if (!in_heap(address)) return nullptr;
  Arena& a = arena_of(address);
  Block* b = last_block_at(a, address - base(a));
  return b != nullptr && base(a) + static_cast<uint64_t>(b->begin) * 16 == address ? b : nullptr;
}

// Once a thread has freed more than the quarantine holds, the oldest freed block that fits is used again.
void* reuse(Arena& a, uint64_t size, uint64_t alignment, uint64_t where) {
  for (uint32_t tries = 0; tries < 64 && a.oldest < a.blocks; ++tries, ++a.oldest) {
    Block& b = a.block[a.oldest];
    if (!b.freed) continue;
    const uint64_t address = base(a) + static_cast<uint64_t>(b.begin) * 16;
    const uint64_t room = ((b.size + 15) & ~uint64_t{15}) + b.capacity * uint64_t{16};
    if (room < size || room > 4 * size + 64 || address % alignment != 0) continue;
    a.freed -= b.size;
    b.freed = 0;
    const uint64_t spare = (room - ((size + 15) & ~uint64_t{15})) / 16;
    b.capacity = spare > 0x1fffff ? 0x1fffff : static_cast<uint32_t>(spare);
    b.size = size;
    b.where = where;
    ++a.oldest;
    return reinterpret_cast<void*>(address);
  }
  return nullptr;
}

// With states: the first freed block of this size that nothing points to, so that a program which allocates and frees without end comes
// back to where it was. Whoever has a pointer left to a block keeps it from being used again, and its use after free is found.
void* reuse_forgotten(Arena& a, uint64_t size, uint64_t alignment, uint64_t where) {
  for (uint32_t i = a.start_blocks; i < a.blocks; ++i) {
    Block& b = a.block[i];
    const uint64_t address = base(a) + static_cast<uint64_t>(b.begin) * 16;
    if (!b.freed || b.size != size || address % alignment != 0 || is_pointed_to(address, size)) continue;
    b.freed = 0;
    a.freed -= size;
    b.where = where;
    return reinterpret_cast<void*>(address);
  }
  return nullptr;
}

// `dirty`: it may hold something else than zeros.
void fill_block(void* block, uint64_t size, Fill fill, bool dirty) {
  const uint64_t pattern = fill == Fill::kZero ? 0 : size < kPatternMost ? size : kPatternMost;
  if (pattern > 0) std::memset(block, kPatternByte, pattern);
  if (dirty && pattern < size) std::memset(static_cast<char*>(block) + pattern, 0, size - pattern);
}

}  // namespace

void heap_start() {
  void* p = mmap(reinterpret_cast<void*>(kHeapBase), kHeapEnd - kHeapBase, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == MAP_FAILED) refuse("cannot reserve address space for the program's heap");
  arenas = static_cast<Arena*>(our_pages(sizeof(Arena) * kMaxThreads));
}

void* heap_allocate(uint64_t size, uint64_t alignment, uint64_t where, Fill fill) {
  Arena& a = arenas[g.current];
  ++g.ticks;
  if (size == 0) size = 1;
  if (size > kArenaSize / 2) return nullptr;
  if (alignment < 16) alignment = 16;
  if (a.block == nullptr) a.block = static_cast<Block*>(our_pages(uint64_t{kMaxBlocks} * sizeof(Block)));
  void* pointer = g.options.states && g.mode == Mode::kRun && a.freed > 0 ? reuse_forgotten(a, size, alignment, where)
                  : a.freed > kQuarantine                                 ? reuse(a, size, alignment, where)
                                                                          : nullptr;
  if (pointer == nullptr) {
    uint64_t begin = (a.top + kGap + alignment - 1) & ~(alignment - 1);
    const uint64_t end = begin + ((size + 15) & ~uint64_t{15});
    commit(a, end);
    if (a.blocks == kMaxBlocks)
      unsupported(0, "the program makes more than 16 million allocations in one thread and run");
    a.block[a.blocks++] = {static_cast<uint32_t>(begin / 16), 0, 0, 0, 0, 0, size, where, 0};
    a.top = end;
    pointer = reinterpret_cast<void*>(base(a) + begin);
    fill_block(pointer, size, fill, size < kLarge || begin < a.dirty);
    if (a.top > a.dirty) a.dirty = a.top;
    if (size >= kLarge) return pointer;
  } else {
    fill_block(pointer, size, fill, true);
  }
  if (g.mode == Mode::kRun) shadow_allocate(reinterpret_cast<uint64_t>(pointer), size);
  return pointer;
}

void heap_free(void* pointer, uint64_t position) {
  const auto address = reinterpret_cast<uint64_t>(pointer);
  Block* b = block_starting(address);
  if (b == nullptr) {
    BlockInfo near;
    if (heap_find(address, &near) && address < near.begin + near.size)
      fail(FindingKind::kInvalidFree, position, "free of a pointer %lu bytes into a heap block of %lu bytes",
           address - near.begin, near.size);
    fail(FindingKind::kInvalidFree, position, "free of %p, which no allocation returned", pointer);
  }
  if (b->freed) {
    if (g.mode == Mode::kRun && shadow_free_again(address))
      reach(Op::kFree, address, static_cast<uint32_t>(b->size), position, 0);
    fail_after({static_cast<ThreadId>(b->freed_by), b->freed_at}, FindingKind::kDoubleFree, position,
               "a heap block of %lu bytes is freed twice", b->size);
  }
  if (g.mode == Mode::kRun) {
    // Everybody who accesses the block must notice whether it is still there, so a free is a write to all of it.
    free_event(address, b->size, position);
    if (b->freed) fail(FindingKind::kDoubleFree, position, "a heap block of %lu bytes is freed twice", b->size);
    shadow_free(address, b->size);
  }
  b->freed = 1;
  b->freed_by = g.current;
  b->freed_at = position;
  Arena& a = arena_of(address);
  const auto index = static_cast<uint32_t>(b - a.block);
  if (index >= a.start_blocks) {
    a.freed += b->size;
  } else {
    if (a.touched_begin == a.touched_end) a.touched_begin = a.touched_end = index;
    if (index < a.touched_begin) a.touched_begin = index;
    if (index >= a.touched_end) a.touched_end = index + 1;
  }
}

uint64_t heap_size(void* pointer) {
  Block* b = block_starting(reinterpret_cast<uint64_t>(pointer));
  return b == nullptr || b->freed ? 0 : b->size;
}

int heap_bytes(uint64_t granule) {
  BlockInfo b;
  if (!heap_find(granule, &b)) return 0;
  if (granule >= b.begin + b.size) return 0;
  if (b.freed) return 9;
  const uint64_t left = b.begin + b.size - granule;
  return left < 8 ? static_cast<int>(left) : 8;
}

bool heap_find(uint64_t address, BlockInfo* block) {
  if (!in_heap(address)) return false;
  Arena& a = arena_of(address);
  if (a.block == nullptr) return false;
  Block* b = last_block_at(a, address - base(a));
  if (b == nullptr) return false;
  block->begin = base(a) + static_cast<uint64_t>(b->begin) * 16;
  block->size = b->size;
  block->owner = static_cast<ThreadId>(&a - arenas);
  block->freed = b->freed;
  block->freed_by = static_cast<ThreadId>(b->freed_by);
  block->where = b->where;
  block->freed_at = b->freed_at;
  return true;
}

void heap_snapshot() {
  Arena& a = arenas[kMainThread];
  a.start_top = a.top;
  a.start_blocks = a.blocks;
  for (uint32_t i = 0; i < a.blocks; ++i) a.block[i].freed_at_start = a.block[i].freed;
  if (a.top > 0) snapshot_add(kHeapBase, kHeapBase + a.top);
}

void heap_reset() {
  for (int t = 0; t < g.threads; ++t) {
    Arena& a = arenas[t];
    // Large blocks leave much behind; give the pages back so that they read as zero again.
    if (a.top - a.start_top > (1 << 20)) {
      const uint64_t from = (a.start_top + 4095) & ~uint64_t{4095};
      if (a.dirty > from) {
        madvise(reinterpret_cast<void*>(base(a) + from), ((a.dirty + 4095) & ~uint64_t{4095}) - from, MADV_DONTNEED);
        a.dirty = from;
      }
    }
    a.top = a.start_top;
    a.blocks = a.start_blocks;
    a.oldest = a.start_blocks;
    a.freed = 0;
    for (uint32_t i = a.touched_begin; i < a.touched_end; ++i) a.block[i].freed = a.block[i].freed_at_start;
    a.touched_begin = a.touched_end = 0;
  }
}

void heap_for_each(void (*look)(uint64_t begin, uint64_t size, bool freed)) {
  for (int t = 0; t < g.threads; ++t) {
    const Arena& a = arenas[t];
    for (uint32_t i = a.touched_begin; i < a.touched_end; ++i)
      if (a.block[i].freed) look(base(a) + static_cast<uint64_t>(a.block[i].begin) * 16, a.block[i].size, true);
    for (uint32_t i = a.start_blocks; i < a.blocks; ++i)
      look(base(a) + static_cast<uint64_t>(a.block[i].begin) * 16, a.block[i].size, a.block[i].freed);
  }
}

void heap_unmark() {
  for (int t = 0; t < g.threads; ++t)
    for (uint32_t i = 0; i < arenas[t].blocks; ++i) arenas[t].block[i].marked = 0;
}

bool heap_mark(uint64_t address) {
  if (!in_heap(address)) return false;
  Arena& a = arena_of(address);
  Block* b = a.block == nullptr ? nullptr : last_block_at(a, address - base(a));
  if (b == nullptr || b->freed || b->marked) return false;
  if (address >= base(a) + static_cast<uint64_t>(b->begin) * 16 + b->size) return false;
  b->marked = 1;
  return true;
}

void heap_for_each_unmarked(void (*report)(const BlockInfo&)) {
  for (int t = 0; t < g.threads; ++t) {
    Arena& a = arenas[t];
    for (uint32_t i = a.start_blocks; i < a.blocks; ++i) {
      const Block& b = a.block[i];
      if (b.freed || b.marked) continue;
      report({base(a) + static_cast<uint64_t>(b.begin) * 16, b.size, static_cast<ThreadId>(t), false, 0, b.where, 0});
    }
  }
}

}  // namespace heddle::rt
