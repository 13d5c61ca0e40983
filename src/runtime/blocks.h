// Accesses of whole ranges and of strings, as library functions make them: one visible read or write each, if any of the
// range is shared.
#pragma once
#include <cstddef>
#include <cstring>

#include "runtime/abi.h"
#include "runtime/access.h"

namespace heddle::rt {

inline uint64_t key(const __heddle_pos* pos) { return reinterpret_cast<uint64_t>(pos); }

// Reads [p, p + n): returns once the bytes may be looked at.
void read_range(const void* p, size_t n, const __heddle_pos* pos);
// A string is read up to and with its end, or `limit` bytes of it. Returns its length.
size_t read_string(const char* s, size_t limit, const __heddle_pos* pos);
inline size_t read_string(const char* s, const __heddle_pos* pos) { return read_string(s, SIZE_MAX / 2, pos); }

// What was read rests until the function's next step is over: others may change it in between. In memory of the caller's; what is
// larger than kCopyOnStack is looked at again then.
constexpr size_t kCopyOnStack = 1 << 16;
#define HEDDLE_KEEP(p, n) \
  ((n) > heddle::rt::kCopyOnStack ? (p) : static_cast<decltype(p)>(memcpy(__builtin_alloca((n) + 1), (p), (n))))
// The string that `read_string` found to have this length, with its end if it is within the limit.
#define HEDDLE_KEEP_STRING(s, length, limit) HEDDLE_KEEP(s, (length) < (limit) ? (length) + 1 : (length))

// Around a write of [p, p + n); what the first returns is for the second.
bool begin_write(void* p, size_t n, const __heddle_pos* pos);
void finish_write(void* p, size_t n, bool visible);

// memmove: a read, then a write.
void* copy(void* to, const void* from, size_t n, const __heddle_pos* pos);

}  // namespace heddle::rt
