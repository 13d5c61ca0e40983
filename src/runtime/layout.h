// Where things are in the address space of the program under test.
//
// Heap arenas, fiber stacks and the executable itself lie below 1 TiB, at the same addresses in every
// process, so that pointers have the same values in every run and the record of an 8-byte granule (shadow.h)
// is found by adding a constant.
#pragma once
#include <cstddef>
#include <cstdint>

namespace heddle::rt {

inline constexpr uint64_t kLowEnd = uint64_t{1} << 40;

// One arena per thread: an address depends on who allocates and on its own sequence of allocations only.
inline constexpr uint64_t kHeapBase = 0x1000000000;
inline constexpr uint64_t kArenaSize = uint64_t{2} << 30;
inline constexpr uint64_t kHeapEnd = kHeapBase + 256 * kArenaSize;

// One slot per thread: a guard area, then the stack.
inline constexpr uint64_t kStackBase = 0xA000000000;
inline constexpr uint64_t kStackSlot = uint64_t{16} << 20;
inline constexpr uint64_t kStackSize = uint64_t{8} << 20;
inline constexpr uint64_t kStackEnd = kStackBase + 256 * kStackSlot;

// Small stacks of the parked threads that lend their identity; their TLS blocks lie at the top.
inline constexpr uint64_t kIdentityBase = 0xB000000000;
inline constexpr uint64_t kIdentitySlot = uint64_t{1} << 20;
inline constexpr uint64_t kIdentityEnd = kIdentityBase + 256 * kIdentitySlot;

// Words that stand for hidden state of libraries (hidden.h).
inline constexpr uint64_t kHiddenBase = 0xC000000000;

// Arguments and environment of the program. Threads may share them like other memory.
inline constexpr uint64_t kStringsBase = 0xD000000000;

inline constexpr uint64_t kShadowBase = 0x100000000000;

constexpr bool in_heap(uint64_t a) { return a - kHeapBase < kHeapEnd - kHeapBase; }
constexpr bool in_stacks(uint64_t a) { return a - kStackBase < kStackEnd - kStackBase; }
// Memory that is given back while a run goes on.
constexpr bool may_end(uint64_t a) { return a - kHeapBase < kIdentityEnd - kHeapBase; }
constexpr bool in_identities(uint64_t a) { return a - kIdentityBase < kIdentityEnd - kIdentityBase; }

}  // namespace heddle::rt
