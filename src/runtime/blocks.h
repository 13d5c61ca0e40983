// Accesses of whole ranges and of strings, as library functions make them: one visible read or write each, if any of the
// range is shared.
#pragma once
#include <cstddef>
#include <cstring>

#include "runtime/abi.h"
#include "runtime/access.h"
#include "runtime/modules.h"

namespace heddle::rt {

inline uint64_t key(const __heddle_pos* pos) { return reinterpret_cast<uint64_t>(pos); }

constexpr size_t kNoLimit = SIZE_MAX / 2;
constexpr size_t kCopyOnStack = 1 << 16;

// Reads [p, p + n): returns once the bytes may be looked at. True if others can change them.
bool read_range(const void* p, size_t n, const __heddle_pos* pos);
// A string is read up to and with its end, or `limit` bytes of it. Returns its length; `shared` is set if others can change it.
size_t read_string(const char* s, size_t limit, const __heddle_pos* pos, bool* shared = nullptr);
inline size_t read_string(const char* s, const __heddle_pos* pos) { return read_string(s, kNoLimit, pos); }

// What was read rests until the function's next step is over, since others may change it in between: on the stack of the caller.
// What is too large for that is looked at again then, and the verdict says so if others can change it.
void too_large_to_keep(const void* p, size_t n);
#define HEDDLE_KEEP(p, n)                                                          \
  ((n) > heddle::rt::kCopyOnStack ? (heddle::rt::too_large_to_keep((p), (n)), (p)) \
                                  : static_cast<decltype(p)>(memcpy(__builtin_alloca((n) + 1), (p), (n))))
// The string that `read_string` found to have this length, with its end if it is within the limit.
#define HEDDLE_KEEP_STRING(s, length, limit) HEDDLE_KEEP(s, (length) < (limit) ? (length) + 1 : (length))

// For functions that look at two strings: `look` is given the first as it was when it was read.
template <class Look>
auto look_at_two(const char* a, const char* b, size_t limit, const __heddle_pos* pos, Look look) {
  if (g.mode != Mode::kRun) return look(a, b);
  const size_t length = read_string(a, limit, pos);
  const char* first = HEDDLE_KEEP_STRING(a, length, limit);
  read_string(b, limit, pos);
  return look(first, b);
}
// Those that return a place in the first.
template <class Look>
char* find_in_first(const char* a, const char* b, const __heddle_pos* pos, Look look) {
  const ptrdiff_t at = look_at_two(a, b, kNoLimit, pos, [&](const char* first, const char* second) -> ptrdiff_t {
    const char* found = look(first, second);
    return found ? found - first : -1;
  });
  return at < 0 ? nullptr : const_cast<char*>(a) + at;
}

// Around a write of [p, p + n); what the first returns is for the second.
bool begin_write(void* p, size_t n, const __heddle_pos* pos);
void finish_write(void* p, size_t n, bool visible);

// What a function of the runtime's returns through a pointer of its caller's. Memory of libraries has no events.
template <class T>
void deliver(T* to, T value, uint64_t position) {
  const bool visible =
      is_instrumented(position) && begin_write(to, sizeof *to, reinterpret_cast<const __heddle_pos*>(position));
  *to = value;
  finish_write(to, sizeof *to, visible);
}

// memmove: a read, then a write.
void* copy(void* to, const void* from, size_t n, const __heddle_pos* pos);

}  // namespace heddle::rt
