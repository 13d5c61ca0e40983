// malloc and its relatives, operator new and delete. In a checking process the program's allocations come from
// its own arenas; everybody else's, and the C library's own, from the C library.
#include <malloc.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

#include "runtime/blocks.h"
#include "runtime/heap.h"
#include "runtime/interpose.h"
#include "runtime/libc_state.h"
#include "runtime/modules.h"
#include "runtime/outside.h"
#include "runtime/term_places.h"

extern "C" {
void* __libc_malloc(size_t);
void __libc_free(void*);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

// In heddle_cxx.o, linked into C++ programs: throws with the program's own libstdc++.
extern "C" __attribute__((weak)) void __heddle_bad_alloc();

using namespace heddle;
using namespace heddle::rt;

namespace {

// Does this allocation belong to the program? The C library keeps what it allocates for itself beyond a run; what a function
// such as getline returns is not for itself.
bool programs(uint64_t caller) { return controlled() && (!is_libc(caller) || outside_call_allocates()); }

void* allocate(size_t size, size_t alignment, uint64_t caller, Fill fill = Fill::kPattern) {
  if (running() && !programs(caller)) return libc_allocate(size, alignment);
  if (!programs(caller)) return alignment <= 16 ? __libc_malloc(size) : __libc_memalign(alignment, size);
  spin_dirty();
  void* p = heap_allocate(size, alignment, caller, fill);
  if (p == nullptr) errno = ENOMEM;
  else if (running()) outside_call_allocated(p);
  return p;
}

void release(void* p, uint64_t caller) {
  if (p == nullptr) return;
  if (in_heap(at(p))) {
    if (!controlled()) return;  // after the last run: the arenas are gone with the process
    spin_dirty();
    heap_free(p, caller);
  } else if (running() && (in_stacks(at(p)) || is_instrumented(at(p)))) {
    fail(FindingKind::kInvalidFree, caller, "free of %p, which is not on the heap", p);
  } else if (is_libc_block(p)) {
    if (running()) libc_release(p);
  } else if (!running()) {  // what was there before the run is there after it
    __libc_free(p);
  }
}

void* reallocate(void* old, size_t size, uint64_t caller) {
  if (old == nullptr) return allocate(size, 16, caller);
  if (!in_heap(at(old))) {
    if (!running()) return __libc_realloc(old, size);
    if (!in_stacks(at(old)) && !is_instrumented(at(old))) {
      const size_t had = is_libc_block(old) ? libc_block_size(old) : malloc_usable_size(old);
      void* p = allocate(size, 16, caller);
      if (p == nullptr) return nullptr;
      copy_range(at(p), at(old), had < size ? had : size);
      memcpy(p, old, had < size ? had : size);
      release(old, caller);
      return p;
    }
    fail(FindingKind::kInvalidFree, caller, "realloc of %p, which is not on the heap", old);
  }
  const uint64_t had = heap_size(old);
  if (had == 0) heap_free(old, caller);  // ends the run: freed already, or no block
  if (size == 0) {
    heap_free(old, caller);
    return nullptr;
  }
  void* p = allocate(size, 16, caller);
  if (p == nullptr) return nullptr;
  const uint64_t kept = had < size ? had : size;
  if (running()) copy_range(at(p), at(old), kept);
  memcpy(p, old, kept);
  heap_free(old, caller);
  return p;
}

void* checked(size_t size, size_t alignment, uint64_t caller) {
  void* p = allocate(size, alignment, caller);
  if (p == nullptr) {
    if (__heddle_bad_alloc != nullptr) __heddle_bad_alloc();
    unsupported(caller, "operator new of %lu bytes: out of memory", size);
  }
  return p;
}

}  // namespace

HEDDLE_API void* malloc(size_t size) { return allocate(size, 16, HERE); }
HEDDLE_API void free(void* p) { release(p, HERE); }
HEDDLE_API void cfree(void* p) { release(p, HERE); }
HEDDLE_API void* calloc(size_t count, size_t size) {
  if (!programs(HERE) && !running()) return __libc_calloc(count, size);
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (!programs(HERE)) {
    void* p = libc_allocate(bytes, 16);
    return p == nullptr ? nullptr : memset(p, 0, bytes);
  }
  return allocate(bytes, 16, HERE, Fill::kZero);
}
HEDDLE_API void* realloc(void* p, size_t size) { return reallocate(p, size, HERE); }
HEDDLE_API void* reallocarray(void* p, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  return reallocate(p, bytes, HERE);
}
HEDDLE_API void* memalign(size_t alignment, size_t size) { return allocate(size, alignment, HERE); }
HEDDLE_API void* aligned_alloc(size_t alignment, size_t size) { return allocate(size, alignment, HERE); }
HEDDLE_API void* valloc(size_t size) { return allocate(size, 4096, HERE); }
HEDDLE_API int posix_memalign(void** out, size_t alignment, size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* block = allocate(size, alignment, HERE);
  if (block == nullptr) return ENOMEM;
  deliver(out, block, HERE);
  return 0;
}
HEDDLE_API size_t malloc_usable_size(void* p) {
  if (p == nullptr) return 0;
  if (in_heap(at(p))) return heap_size(p);
  if (is_libc_block(p)) return libc_block_size(p);
  static auto* next = reinterpret_cast<size_t (*)(void*)>(real_symbol("malloc_usable_size"));
  return next(p);
}

// Allocating functions of the C library whose result the program frees.
HEDDLE_API char* strdup(const char* s) {
  const size_t n = strlen(s) + 1;
  return static_cast<char*>(memcpy(allocate(n, 16, HERE), s, n));
}
HEDDLE_API char* __strdup(const char* s) {
  const size_t n = strlen(s) + 1;
  return static_cast<char*>(memcpy(allocate(n, 16, HERE), s, n));
}
HEDDLE_API char* strndup(const char* s, size_t limit) {
  const size_t n = strnlen(s, limit);
  auto* copy = static_cast<char*>(memcpy(allocate(n + 1, 16, HERE), s, n));
  copy[n] = 0;
  return copy;
}
HEDDLE_API int vasprintf(char** out, const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int n = vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (n < 0) return n;
  *out = static_cast<char*>(allocate(static_cast<size_t>(n) + 1, 16, HERE));
  return vsnprintf(*out, static_cast<size_t>(n) + 1, format, arguments);
}
HEDDLE_API int asprintf(char** out, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = vasprintf(out, format, arguments);
  va_end(arguments);
  return n;
}

// operator new and delete, by their mangled names: defining them as operators would replace our own, too.
HEDDLE_API void* _Znwm(size_t n) { return checked(n, 16, HERE); }
HEDDLE_API void* _Znam(size_t n) { return checked(n, 16, HERE); }
HEDDLE_API void* _ZnwmRKSt9nothrow_t(size_t n, const void*) { return allocate(n, 16, HERE); }
HEDDLE_API void* _ZnamRKSt9nothrow_t(size_t n, const void*) { return allocate(n, 16, HERE); }
HEDDLE_API void* _ZnwmSt11align_val_t(size_t n, size_t a) { return checked(n, a, HERE); }
HEDDLE_API void* _ZnamSt11align_val_t(size_t n, size_t a) { return checked(n, a, HERE); }
HEDDLE_API void* _ZnwmSt11align_val_tRKSt9nothrow_t(size_t n, size_t a, const void*) { return allocate(n, a, HERE); }
HEDDLE_API void* _ZnamSt11align_val_tRKSt9nothrow_t(size_t n, size_t a, const void*) { return allocate(n, a, HERE); }
HEDDLE_API void _ZdlPv(void* p) { release(p, HERE); }
HEDDLE_API void _ZdaPv(void* p) { release(p, HERE); }
HEDDLE_API void _ZdlPvm(void* p, size_t) { release(p, HERE); }
HEDDLE_API void _ZdaPvm(void* p, size_t) { release(p, HERE); }
HEDDLE_API void _ZdlPvRKSt9nothrow_t(void* p, const void*) { release(p, HERE); }
HEDDLE_API void _ZdaPvRKSt9nothrow_t(void* p, const void*) { release(p, HERE); }
HEDDLE_API void _ZdlPvSt11align_val_t(void* p, size_t) { release(p, HERE); }
HEDDLE_API void _ZdaPvSt11align_val_t(void* p, size_t) { release(p, HERE); }
HEDDLE_API void _ZdlPvmSt11align_val_t(void* p, size_t, size_t) { release(p, HERE); }
HEDDLE_API void _ZdaPvmSt11align_val_t(void* p, size_t, size_t) { release(p, HERE); }
HEDDLE_API void _ZdlPvSt11align_val_tRKSt9nothrow_t(void* p, size_t, const void*) { release(p, HERE); }
HEDDLE_API void _ZdaPvSt11align_val_tRKSt9nothrow_t(void* p, size_t, const void*) { release(p, HERE); }
