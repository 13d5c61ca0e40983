// mmap: memory that a program maps for itself is as much its own as what malloc gives it. Anonymous memory comes out of the
// thread's arena, so that it is at the same address in each run and accesses to it are seen. Whatever else can be written
// to is named, and the verdict is then inconclusive.
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/mapping.h"

#include "runtime/heap.h"
#include "runtime/interpose.h"
#include "runtime/modules.h"
#include "runtime/raw_call.h"

using namespace heddle::rt;

namespace {

constexpr uint64_t kPage = 4096;

// Not through the C library: this is called before its functions were looked up.
long system_call(long number, long a, long b, long c, long d = 0, long e = 0, long f = 0) {
  const long result = raw_call(number, a, b, c, d, e, f);
  if (!failed(result)) return result;
  errno = static_cast<int>(-result);
  return -1;
}

bool program_asks(uint64_t position) { return running() && !is_our_code(position); }

}  // namespace

void* heddle::rt::map_memory(void* address, size_t length, int protection, int flags, int file, off_t offset,
                             uint64_t position) {
  constexpr int kHarmless = MAP_PRIVATE | MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE;
  if (program_asks(position) && (protection & PROT_WRITE)) {
    if (address == nullptr && length > 0 && (flags & MAP_ANONYMOUS) && !(flags & ~kHarmless) &&
        !(protection & PROT_EXEC)) {
      void* p = heap_allocate((length + kPage - 1) & ~(kPage - 1), kPage, position, Fill::kZero);
      if (p != nullptr) return p;
      errno = ENOMEM;
      return MAP_FAILED;
    }
    uncontrolled(
        "accesses to memory that the program maps from a file or at an address of its own (mmap) are not seen");
  }
  return reinterpret_cast<void*>(system_call(SYS_mmap, static_cast<long>(at(address)), static_cast<long>(length),
                                             protection, flags, file, offset));
}

int heddle::rt::unmap_memory(void* address, size_t length, uint64_t position) {
  if (!program_asks(position) || !heddle::rt::in_heap(at(address)))
    return static_cast<int>(system_call(SYS_munmap, static_cast<long>(at(address)), static_cast<long>(length), 0));
  if (heap_size(address) == ((length + kPage - 1) & ~(kPage - 1))) heap_free(address, position);
  return 0;  // a part of it: stays
}

HEDDLE_API void* mmap(void* address, size_t length, int protection, int flags, int file, off_t offset) noexcept {
  return map_memory(address, length, protection, flags, file, offset, HERE);
}
HEDDLE_API void* mmap64(void* address, size_t length, int protection, int flags, int file, off_t offset) noexcept {
  return map_memory(address, length, protection, flags, file, offset, HERE);
}
HEDDLE_API int munmap(void* address, size_t length) noexcept { return unmap_memory(address, length, HERE); }
