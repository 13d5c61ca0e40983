// Block and string functions of the C library, as the pass calls them: one visible read or write of the whole
// range each, if any of it is shared.
#include "runtime/blocks.h"

#include <cstring>

#include "runtime/failure.h"
#include "runtime/term_places.h"

namespace heddle::rt {
namespace {

void finish_read(const void* p, size_t n, bool visible) {
  if (!visible && !spin_watching()) return;
  const auto a = reinterpret_cast<uint64_t>(p);
  const uint64_t v = value_at(a, n);
  if (visible) record(v);
  spin_read(a, static_cast<uint32_t>(n), v);
}

uint64_t overwritten;  // by the write that is announced; nobody else runs before it is finished

}  // namespace

bool read_range(const void* p, size_t n, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun || n == 0) return false;
  const bool visible = begin_access(Op::kRead, reinterpret_cast<uint64_t>(p), n, key(pos), 0);
  finish_read(p, n, visible);
  return visible;
}

void too_large_to_keep(const void* p, size_t n) {
  if (g.mode != Mode::kRun || !access_slow(reinterpret_cast<uint64_t>(p), n, Access::kRead, g.touching)) return;
  uncontrolled("a step looks at %zu bytes that others may have changed since it read them", n);
}

bool begin_write(void* p, size_t n, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun || n == 0) return false;
  const auto a = reinterpret_cast<uint64_t>(p);
  const bool visible = begin_access(Op::kWrite, a, n, key(pos), 0);
  spin_write_block(a, n, visible);
  if (visible) overwritten = value_at(a, n);
  return visible;
}
void finish_write(void* p, size_t n, bool visible) {
  if (visible) record(overwritten, value_at(reinterpret_cast<uint64_t>(p), n));
}

namespace {

// Of memory that nobody else sees, with the terms of the values in it (term_places.h).
void* copy_private(void* to, const void* from, size_t n, const __heddle_pos* pos) {
  const auto source = reinterpret_cast<uint64_t>(from), target = reinterpret_cast<uint64_t>(to);
  begin_closer(Glance::kUnknown, event_word(Op::kRead, 0, 0, static_cast<uint32_t>(n)), source, n, key(pos), 0);
  finish_read(from, n, false);
  begin_closer(Glance::kUnknown, event_word(Op::kWrite, 0, 0, static_cast<uint32_t>(n)), target, n, key(pos), 0);
  if (spin_watching()) ask_range(source, n);
  spin_write_block(target, n, false);
  copy_range(target, source, n);
  return memmove(to, from, n);
}

}  // namespace

void* copy(void* to, const void* from, size_t n, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun || n == 0) return memmove(to, from, n);
  if (n > kCopyOnStack) {
    read_range(from, n, pos);
    too_large_to_keep(from, n);
    const bool visible = begin_write(to, n, pos);
    memmove(to, from, n);
    finish_write(to, n, visible);
    return to;
  }
  const auto source = reinterpret_cast<uint64_t>(from), target = reinterpret_cast<uint64_t>(to);
  if (has_places() && !look_ahead(source, n, Access::kRead, key(pos)) &&
      !look_ahead(target, n, Access::kWrite, key(pos)))
    return copy_private(to, from, n, pos);
  const bool visible_read = begin_access(Op::kRead, source, n, key(pos), 0);
  void* rest = __builtin_alloca(n);
  memcpy(rest, from, n);
  finish_read(from, n, visible_read);
  const bool visible_write = begin_write(to, n, pos);
  memcpy(to, rest, n);
  finish_write(to, n, visible_write);
  return to;
}

// What is announced is the string as it is then. If its end is gone at the step, what was announced is read in vain: the string
// as it is now is announced, and so on. So the last event has all of it, and no event reads more than it says.
size_t read_string(const char* s, size_t limit, const __heddle_pos* pos, bool* shared) {
  if (g.mode != Mode::kRun) return strnlen(s, limit);
  const auto a = reinterpret_cast<uint64_t>(s);
  if (a < 0x10000) access_slow(a, 1, Access::kRead, key(pos));
  for (;;) {
    const size_t before = strnlen(s, limit), announced = before < limit ? before + 1 : before;
    if (announced == 0) return 0;
    const bool visible = begin_access(Op::kRead, a, announced, key(pos), 0);
    const size_t n = strnlen(s, announced);
    finish_read(s, announced, visible);
    if (shared != nullptr) *shared |= visible;
    if (n < announced || announced == limit) return n;
  }
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

#define HEDDLE_API extern "C" __attribute__((visibility("default")))

HEDDLE_API void* __heddle_memcpy(void* to, const void* from, size_t n, const __heddle_pos* pos) {
  return copy(to, from, n, pos);
}
HEDDLE_API void* __heddle_memmove(void* to, const void* from, size_t n, const __heddle_pos* pos) {
  return copy(to, from, n, pos);
}

HEDDLE_API void* __heddle_memset(void* to, int c, size_t n, const __heddle_pos* pos) {
  const bool visible = begin_write(to, n, pos);
  memset(to, c, n);
  finish_write(to, n, visible);
  return to;
}

HEDDLE_API int __heddle_memcmp(const void* a, const void* b, size_t n, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun) return memcmp(a, b, n);
  read_range(a, n, pos);
  const void* first = HEDDLE_KEEP(a, n);
  read_range(b, n, pos);
  return memcmp(first, b, n);
}
HEDDLE_API int __heddle_bcmp(const void* a, const void* b, size_t n, const __heddle_pos* pos) {
  return __heddle_memcmp(a, b, n, pos);
}
HEDDLE_API void* __heddle_memchr(const void* s, int c, size_t n, const __heddle_pos* pos) {
  // It stops at what it finds. That may be another place by the time of the step (read_string).
  for (;;) {
    const auto* begin = static_cast<const char*>(s);
    const auto* found = static_cast<const char*>(memchr(s, c, n));
    const size_t announced = found != nullptr ? static_cast<size_t>(found - begin) + 1 : n;
    read_range(s, announced, pos);
    void* now = const_cast<void*>(memchr(s, c, announced));
    if (now != nullptr || announced == n || g.mode != Mode::kRun) return now;
  }
}

HEDDLE_API size_t __heddle_strlen(const char* s, const __heddle_pos* pos) { return read_string(s, pos); }
HEDDLE_API size_t __heddle_strnlen(const char* s, size_t n, const __heddle_pos* pos) { return read_string(s, n, pos); }
HEDDLE_API int __heddle_strcmp(const char* a, const char* b, const __heddle_pos* pos) {
  return look_at_two(a, b, kNoLimit, pos, [](const char* x, const char* y) { return strcmp(x, y); });
}
HEDDLE_API int __heddle_strncmp(const char* a, const char* b, size_t n, const __heddle_pos* pos) {
  return look_at_two(a, b, n, pos, [n](const char* x, const char* y) { return strncmp(x, y, n); });
}
HEDDLE_API char* __heddle_strchr(const char* s, int c, const __heddle_pos* pos) {
  read_string(s, pos);
  return const_cast<char*>(strchr(s, c));
}
HEDDLE_API char* __heddle_strrchr(const char* s, int c, const __heddle_pos* pos) {
  read_string(s, pos);
  return const_cast<char*>(strrchr(s, c));
}
HEDDLE_API char* __heddle_strstr(const char* s, const char* what, const __heddle_pos* pos) {
  return find_in_first(s, what, pos, [](const char* x, const char* y) { return strstr(x, y); });
}

HEDDLE_API char* __heddle_stpcpy(char* to, const char* from, const __heddle_pos* pos) {
  const size_t n = read_string(from, pos);
  const char* text = HEDDLE_KEEP(from, n + 1);
  const bool visible = begin_write(to, n + 1, pos);
  memmove(to, text, n);
  to[n] = 0;
  finish_write(to, n + 1, visible);
  return to + n;
}
HEDDLE_API char* __heddle_strcpy(char* to, const char* from, const __heddle_pos* pos) {
  __heddle_stpcpy(to, from, pos);
  return to;
}
HEDDLE_API char* __heddle_strncpy(char* to, const char* from, size_t n, const __heddle_pos* pos) {
  const size_t length = read_string(from, n, pos);
  const char* text = HEDDLE_KEEP_STRING(from, length, n);
  const bool visible = begin_write(to, n, pos);
  strncpy(to, text, n);
  finish_write(to, n, visible);
  return to;
}
HEDDLE_API char* __heddle_strncat(char* to, const char* from, size_t limit, const __heddle_pos* pos) {
  const size_t have = read_string(to, pos), n = read_string(from, limit, pos);
  const char* text = HEDDLE_KEEP(from, n);
  const bool visible = begin_write(to + have, n + 1, pos);
  memmove(to + have, text, n);
  to[have + n] = 0;
  finish_write(to + have, n + 1, visible);
  return to;
}
HEDDLE_API char* __heddle_strcat(char* to, const char* from, const __heddle_pos* pos) {
  return __heddle_strncat(to, from, kNoLimit, pos);
}

HEDDLE_API void __heddle_load(void* to, const void* from, uint64_t n, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun) {
    memcpy(to, from, n);
    return;
  }
  const bool visible = begin_access(Op::kRead, reinterpret_cast<uint64_t>(from), n, key(pos), 0);
  memcpy(to, from, n);
  finish_read(from, n, visible);
  clear_range(reinterpret_cast<uint64_t>(to), n);
}
HEDDLE_API void __heddle_store(void* to, const void* from, uint64_t n, const __heddle_pos* pos) {
  ask_range(reinterpret_cast<uint64_t>(from), n);
  const bool visible = begin_write(to, n, pos);
  memcpy(to, from, n);
  finish_write(to, n, visible);
}
