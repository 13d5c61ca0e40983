// More of the C library, as the pass calls it: functions that compare and search strings, read numbers from them, and sort.
#include <strings.h>

#include <cstdlib>
#include <cstring>

#include "runtime/blocks.h"
#include "runtime/entries.h"
#include "runtime/terms.h"
#include "runtime/unseen.h"

using namespace heddle;
using namespace heddle::rt;

#define HEDDLE_API extern "C" __attribute__((visibility("default")))

HEDDLE_API void* __heddle_mempcpy(void* to, const void* from, size_t n, const __heddle_pos* pos) {
  return static_cast<char*>(copy(to, from, n, pos)) + n;
}
HEDDLE_API void* __heddle_memrchr(const void* s, int c, size_t n, const __heddle_pos* pos) {
  read_range(s, n, pos);
  return const_cast<void*>(memrchr(s, c, n));
}
HEDDLE_API int __heddle_strcasecmp(const char* a, const char* b, const __heddle_pos* pos) {
  return look_at_two(a, b, kNoLimit, pos, [](const char* x, const char* y) { return strcasecmp(x, y); });
}
HEDDLE_API int __heddle_strncasecmp(const char* a, const char* b, size_t n, const __heddle_pos* pos) {
  return look_at_two(a, b, n, pos, [n](const char* x, const char* y) { return strncasecmp(x, y, n); });
}
HEDDLE_API char* __heddle_strpbrk(const char* s, const char* accept, const __heddle_pos* pos) {
  return find_in_first(s, accept, pos, [](const char* x, const char* y) { return strpbrk(x, y); });
}
HEDDLE_API size_t __heddle_strspn(const char* s, const char* accept, const __heddle_pos* pos) {
  return look_at_two(s, accept, kNoLimit, pos, [](const char* x, const char* y) { return strspn(x, y); });
}
HEDDLE_API size_t __heddle_strcspn(const char* s, const char* reject, const __heddle_pos* pos) {
  return look_at_two(s, reject, kNoLimit, pos, [](const char* x, const char* y) { return strcspn(x, y); });
}
HEDDLE_API char* __heddle_strdup(const char* s, const __heddle_pos* pos) {
  read_string(s, pos);
  return strdup(s);
}
HEDDLE_API char* __heddle_strndup(const char* s, size_t n, const __heddle_pos* pos) {
  read_string(s, n, pos);
  return strndup(s, n);
}

HEDDLE_API int __heddle_atoi(const char* s, const __heddle_pos* pos) {
  read_string(s, pos);
  return atoi(s);
}
HEDDLE_API long __heddle_atol(const char* s, const __heddle_pos* pos) {
  read_string(s, pos);
  return atol(s);
}
HEDDLE_API long long __heddle_atoll(const char* s, const __heddle_pos* pos) {
  read_string(s, pos);
  return atoll(s);
}
HEDDLE_API double __heddle_atof(const char* s, const __heddle_pos* pos) {
  read_string(s, pos);
  return atof(s);
}

// `convert` is told where to say at which character it stopped.
template <class Convert>
static auto convert_string(const char* s, char** end, const __heddle_pos* pos, Convert convert) {
  read_string(s, pos);
  char* stop = nullptr;
  const auto value = convert(&stop);
  if (end != nullptr) {
    const bool visible = begin_write(end, sizeof *end, pos);
    *end = stop;
    finish_write(end, sizeof *end, visible);
  }
  return value;
}
HEDDLE_API long __heddle_strtol(const char* s, char** end, int base, const __heddle_pos* pos) {
  return convert_string(s, end, pos, [&](char** stop) { return strtol(s, stop, base); });
}
HEDDLE_API long long __heddle_strtoll(const char* s, char** end, int base, const __heddle_pos* pos) {
  return convert_string(s, end, pos, [&](char** stop) { return strtoll(s, stop, base); });
}
HEDDLE_API unsigned long __heddle_strtoul(const char* s, char** end, int base, const __heddle_pos* pos) {
  return convert_string(s, end, pos, [&](char** stop) { return strtoul(s, stop, base); });
}
HEDDLE_API unsigned long long __heddle_strtoull(const char* s, char** end, int base, const __heddle_pos* pos) {
  return convert_string(s, end, pos, [&](char** stop) { return strtoull(s, stop, base); });
}
HEDDLE_API double __heddle_strtod(const char* s, char** end, const __heddle_pos* pos) {
  return convert_string(s, end, pos, [&](char** stop) { return strtod(s, stop); });
}

namespace {

// Heap sort, element by element, of an array that others see.
class Sorter {
 public:
  Sorter(void* base, size_t size, int (*compare)(const void*, const void*), const __heddle_pos* pos)
      : base_(static_cast<char*>(base)), size_(size), compare_(compare), pos_(pos) {}

  void sort(size_t count) {
    for (size_t root = count / 2; root-- > 0;) sink(root, count);
    for (size_t last = count; last-- > 1;) {
      exchange(0, last);
      sink(0, last);
    }
  }

 private:
  char* at(size_t i) { return base_ + i * size_; }

  void sink(size_t root, size_t count) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
      if (child + 1 < count && compare_(at(child), at(child + 1)) < 0) ++child;
      if (compare_(at(root), at(child)) >= 0) return;
      exchange(root, child);
    }
  }

  // What is kept meanwhile lies on the stack where functions of the program have had their locals: no access to it is looked at.
  void exchange(size_t i, size_t j) {
    char first[256], second[256];
    for (size_t done = 0; done < size_; done += sizeof first) {
      const size_t n = size_ - done < sizeof first ? size_ - done : sizeof first;
      read(first, at(i) + done, n);
      read(second, at(j) + done, n);
      write(at(i) + done, second, n);
      write(at(j) + done, first, n);
    }
  }
  void read(char* to, const char* from, size_t n) {
    read_range(from, n, pos_);
    memcpy(to, from, n);
  }
  void write(char* to, const char* from, size_t n) {
    const bool visible = begin_write(to, n, pos_);
    memcpy(to, from, n);
    finish_write(to, n, visible);
  }

  char* base_;
  size_t size_;
  int (*compare_)(const void*, const void*);
  const __heddle_pos* pos_;
};

}  // namespace

// What moves is asked for if it has a term (term_places.h), also in private memory.
HEDDLE_API void __heddle_qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*),
                               const __heddle_pos* pos) {
  const auto a = reinterpret_cast<uint64_t>(base);
  const bool stays_native = g.mode != Mode::kRun || count * size == 0 ||
                            (!following() && !access_slow(a, count * size, Access::kWrite, key(pos)));
  EntryAround entry;
  note_callback(reinterpret_cast<uint64_t>(compare), "what compares for qsort is");
  if (stays_native) qsort(base, count, size, compare);
  else Sorter(base, size, compare, pos).sort(count);
}
