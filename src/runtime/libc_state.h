// The C library's own state: what functions like strtok, setenv, setlocale, rand or fopen leave in its data and allocate
// for themselves.
//
// It is reset with the program's globals (snapshot.h), all but what its malloc keeps there, for the engine's memory comes
// from that malloc too. So that nothing is lost or given out twice, what the library allocates for itself during a run
// comes from a place of its own, which is empty again when the next run begins; and what it allocated before the
// first run it does not free in one.
#pragma once
#include <cstddef>
#include <cstdint>

namespace heddle::rt {

// A part of the library's data that must not be reset.
struct Hole {
  uint64_t begin, end;
};
// Finds them in [begin, end), in the order of their addresses; -1 if this C library is not one that we know.
int libc_holes(uint64_t begin, uint64_t end, Hole* holes, int most);

// The library's allocations in a run.
void* libc_allocate(size_t size, size_t alignment);
bool is_libc_block(const void* p);
void libc_release(void* p);
size_t libc_block_size(const void* p);
void libc_blocks_reset();

}  // namespace heddle::rt
