#include "runtime/libc_state.h"

#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "runtime/failure.h"

extern "C" {
void* __libc_malloc(size_t);
void __libc_free(void*);
}

namespace heddle::rt {
namespace {

// malloc's main arena: freed chunks that are too large for its caches are in a list whose head lies in it.
constexpr uint64_t kListHead = 96, kArena = 2200, kParameters = 160;

uint64_t find_arena(uint64_t begin, uint64_t end) {
  void* chunk = __libc_malloc(0x1000);
  void* guard = __libc_malloc(0x20);
  __libc_free(chunk);
  uint64_t at = 0;
  std::memcpy(&at, chunk, sizeof at);
  for (int i = 0; i < 1000 && (at < begin || at >= end) && at != 0; ++i)
    std::memcpy(&at, reinterpret_cast<void*>(at + 16), sizeof at);
  __libc_free(guard);
  return at < begin + kListHead || at >= end ? 0 : at - kListHead;
}

// malloc's parameters: the word that mallopt changes.
uint64_t find_parameters(uint64_t begin, uint64_t end) {
  constexpr int kMark = 0x5eed1e5;
  constexpr uint64_t kOffset = 24;  // of arena_test
  const uint64_t words = (end - begin) / 8;
  auto* before = static_cast<uint64_t*>(our_pages(words * 8));
  auto* now = reinterpret_cast<uint64_t*>(begin);
  std::memcpy(before, now, words * 8);
  mallopt(M_ARENA_TEST, kMark);
  for (uint64_t i = 0; i < words; ++i) {
    if (now[i] != kMark || before[i] == kMark) continue;
    now[i] = before[i];
    return begin + i * 8 - kOffset;
  }
  return 0;
}

constexpr uint64_t kBase = 0x2e0000000000;
constexpr uint64_t kSize = uint64_t{1} << 32;
constexpr int kClasses = 32;
struct Header {
  uint64_t size;    // what was asked for
  uint32_t order;   // its room is 16 << order
  uint32_t before;  // bytes between the room's begin and the block
};
static_assert(sizeof(Header) == 16);
uint64_t top;
void* free_list[kClasses];  // of blocks of one order; each holds the next in its first word

Header& header(const void* p) { return const_cast<Header*>(static_cast<const Header*>(p))[-1]; }

}  // namespace

int libc_holes(uint64_t begin, uint64_t end, Hole* holes, int most) {
  const uint64_t arena = find_arena(begin, end), parameters = find_parameters(begin, end);
  const auto brk = reinterpret_cast<uint64_t>(dlsym(RTLD_DEFAULT, "__curbrk"));
  if (arena == 0 || parameters == 0 || brk < begin || brk >= end || most < 3) return -1;
  holes[0] = {arena, arena + kArena};
  holes[1] = {parameters, parameters + kParameters};
  holes[2] = {brk, brk + 8};
  std::sort(holes, holes + 3, [](const Hole& a, const Hole& b) { return a.begin < b.begin; });
  return 3;
}

void* libc_allocate(size_t size, size_t alignment) {
  if (top == 0) {
    if (mmap(reinterpret_cast<void*>(kBase), kSize, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED)
      unsupported(0, "cannot reserve address space for the C library");
    top = kBase;
  }
  if (alignment < 16) alignment = 16;
  if (size >= kSize / 2) return nullptr;
  int order = 0;
  while ((uint64_t{16} << order) < size) ++order;
  if (alignment == 16 && free_list[order] != nullptr) {
    void* p = free_list[order];
    std::memcpy(&free_list[order], p, sizeof(void*));
    header(p).size = size;
    return p;
  }
  const uint64_t p = (top + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  if (p + (uint64_t{16} << order) > kBase + kSize) return nullptr;
  top = p + (uint64_t{16} << order);
  header(reinterpret_cast<void*>(p)) = {size, static_cast<uint32_t>(order), 0};
  return reinterpret_cast<void*>(p);
}

bool is_libc_block(const void* p) { return reinterpret_cast<uint64_t>(p) - kBase < kSize; }

void libc_release(void* p) {
  const uint32_t order = header(p).order;
  std::memcpy(p, &free_list[order], sizeof(void*));
  free_list[order] = p;
}

size_t libc_block_size(const void* p) { return header(p).size; }

void libc_blocks_reset() {
  if (top <= kBase) return;
  // So that it is zero again, wherever the last run left something.
  if (top - kBase > (1 << 20)) madvise(reinterpret_cast<void*>(kBase), top - kBase, MADV_DONTNEED);
  else std::memset(reinterpret_cast<void*>(kBase), 0, top - kBase);
  top = kBase;
  std::memset(free_list, 0, sizeof free_list);
}

}  // namespace heddle::rt
