// Accesses of whole ranges and of strings, as library functions make them: one visible read or write each, if any of the
// range is shared.
#pragma once
#include <cstddef>

#include "runtime/abi.h"
#include "runtime/access.h"

namespace heddle::rt {

inline uint64_t key(const __heddle_pos* pos) { return reinterpret_cast<uint64_t>(pos); }

// Reads [p, p + n): returns once the bytes may be looked at.
void read_range(const void* p, size_t n, const __heddle_pos* pos);
// A string is read up to and with its end, or `limit` bytes of it. Returns its length.
size_t read_string(const char* s, size_t limit, const __heddle_pos* pos);
inline size_t read_string(const char* s, const __heddle_pos* pos) { return read_string(s, SIZE_MAX / 2, pos); }

// Around a write of [p, p + n); what the first returns is for the second.
bool begin_write(void* p, size_t n, const __heddle_pos* pos);
void finish_write(void* p, size_t n, bool visible);

// memmove: a read, then a write. Up to kCopyOnStack bytes rest in between; a larger block is copied in the second step.
constexpr size_t kCopyOnStack = 1 << 16;
void* copy(void* to, const void* from, size_t n, const __heddle_pos* pos);

}  // namespace heddle::rt
