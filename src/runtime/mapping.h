#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace heddle::rt {

// mmap and munmap as called from `position`; errors as the functions of the C library say them.
void* map_memory(void* address, size_t length, int protection, int flags, int file, off_t offset, uint64_t position);
int unmap_memory(void* address, size_t length, uint64_t position);

}  // namespace heddle::rt
