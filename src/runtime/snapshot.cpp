#include "runtime/snapshot.h"

#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstring>

#include "runtime/failure.h"
#include "runtime/libc_state.h"
#include "runtime/library_use.h"
#include "runtime/modules.h"
#include "runtime/raw_call.h"
#include "runtime/shadow.h"

namespace heddle::rt {
namespace {

constexpr uint64_t kPage = 4096;
constexpr uint64_t kSmall = 64 << 10;
// libstdc++ touches little of its own data, and no system call writes there: every page not copied is a gain.
constexpr uint64_t kSmallLibrary = 4 << 10;

struct Area {
  uint64_t begin, end;
  char* copy;
  bool* copied;  // large areas: for each page, whether it is in `copy` (and in `pages`)
};
constexpr int kMaxAreas = 128;
Area small[kMaxAreas], large[kMaxAreas];
int small_count, large_count;

// Pages of large areas that were written to.
struct Page {
  uint64_t address;
  const char* copy;
};
constexpr uint32_t kMaxPages = 1 << 22;
Page* pages;
uint32_t page_count;

bool protect(uint64_t begin, uint64_t end, int how) {
  return raw_call(SYS_mprotect, static_cast<long>(begin), static_cast<long>(end - begin), how) == 0;
}

const Area* large_area(uint64_t address) {
  for (int i = 0; i < large_count; ++i)
    if (address - large[i].begin < large[i].end - large[i].begin) return &large[i];
  return nullptr;
}

void add_small(uint64_t begin, uint64_t end) {
  if (begin >= end) return;
  if (small_count == kMaxAreas) refuse("the program has too many writable segments");
  Area& a = small[small_count++];
  a = {begin, end, static_cast<char*>(our_pages(end - begin)), nullptr};
  std::memcpy(a.copy, reinterpret_cast<void*>(begin), end - begin);
}

// An area of up to `small_size` bytes is copied whole.
void add_area(uint64_t begin, uint64_t end, uint64_t small_size) {
  if (end - begin <= small_size) {
    add_small(begin, end);
    return;
  }
  // Whole pages in the middle are protected, the ends are copied.
  const uint64_t first = (begin + kPage - 1) & ~(kPage - 1), last = end & ~(kPage - 1);
  if (first >= last) {
    add_small(begin, end);
    return;
  }
  add_small(begin, first);
  add_small(last, end);
  if (large_count == kMaxAreas) refuse("the program has too many writable segments");
  Area& a = large[large_count++];
  a = {first, last, static_cast<char*>(our_pages(last - first)), static_cast<bool*>(our_pages((last - first) / kPage))};
  if (pages == nullptr) pages = static_cast<Page*>(our_pages(uint64_t{kMaxPages} * sizeof(Page)));
  protect(first, last, PROT_READ);
}

// About to be written to for the first time: from now on this page is copied back before every run.
void copy_page(const Area& a, uint64_t page) {
  bool& copied = a.copied[(page - a.begin) / kPage];
  if (copied) return;
  copied = true;
  char* copy = a.copy + (page - a.begin);
  std::memcpy(copy, reinterpret_cast<void*>(page), kPage);
  pages[page_count++] = {page, copy};
}

// The C library's data, but for its holes. A page with a hole in it is written to between runs, so it cannot be protected.
void add_libc(uint64_t begin, uint64_t end) {
  Hole holes[8];
  const int count = libc_holes(begin, end, holes, 8);
  if (count < 0) {
    uncontrolled("this C library is not one that can be reset: what its functions keep for themselves survives a run");
    return;
  }
  uint64_t from = begin;
  for (int i = 0; i < count; ++i) {
    const uint64_t page = holes[i].begin & ~(kPage - 1);
    if (page > from) {
      add_area(from, page, 0);
      from = page;
    }
    add_small(from, holes[i].begin);
    from = holes[i].end;
    const uint64_t next = (from + kPage - 1) & ~(kPage - 1);
    if (i + 1 < count && holes[i + 1].begin < next) continue;
    add_small(from, next < end ? next : end);
    from = next;
  }
  if (from < end) add_area(from, end, 0);
}

int add_module(dl_phdr_info* info, size_t, void*) {
  const bool libc = is_libc_path(info->dlpi_name);
  if (!libc && !module_is_reset(info->dlpi_name, info->dlpi_addr)) return 0;
  uint64_t relro_begin = 0, relro_end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    if (h.p_type != PT_GNU_RELRO) continue;
    relro_begin = info->dlpi_addr + h.p_vaddr;
    relro_end = (relro_begin + h.p_memsz + kPage - 1) & ~(kPage - 1);
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    if (h.p_type != PT_LOAD || !(h.p_flags & PF_W)) continue;
    uint64_t begin = info->dlpi_addr + h.p_vaddr;
    const uint64_t end = begin + h.p_memsz;
    if (begin >= relro_begin && begin < relro_end) begin = relro_end;
    if (begin >= end) continue;
    if (libc) {
      if (library_state_is_used()) add_libc(begin, end);
      continue;
    }
    if (begin >= kLowEnd && is_instrumented(begin)) track_high(begin, end);
    add_area(begin, end, is_libstdcxx(info->dlpi_name) ? kSmallLibrary : kSmall);
  }
  return 0;
}

}  // namespace

void snapshot_add(uint64_t begin, uint64_t end) { add_area(begin, end, kSmall); }

void snapshot_add_pages(uint64_t begin, uint64_t end) {
  if (begin < end) add_area(begin, end, 0);
}

void snapshot_take() { dl_iterate_phdr(add_module, nullptr); }

void snapshot_restore() {
  for (int i = 0; i < small_count; ++i)
    std::memcpy(reinterpret_cast<void*>(small[i].begin), small[i].copy, small[i].end - small[i].begin);
  for (uint32_t i = 0; i < page_count; ++i)
    std::memcpy(reinterpret_cast<void*>(pages[i].address), pages[i].copy, kPage);
}

void snapshot_for_each(void (*look)(uint64_t begin, uint64_t end)) {
  for (int i = 0; i < small_count; ++i) look(small[i].begin, small[i].end);
  for (int i = 0; i < large_count; ++i) look(large[i].begin, large[i].end);
}

void snapshot_for_each_change(void (*look)(uint64_t begin, uint64_t end, const char* saved)) {
  for (int i = 0; i < small_count; ++i) look(small[i].begin, small[i].end, small[i].copy);
  for (uint32_t i = 0; i < page_count; ++i) look(pages[i].address, pages[i].address + kPage, pages[i].copy);
}

bool snapshot_fault(uint64_t address) {
  const Area* a = large_area(address);
  if (a == nullptr || page_count == kMaxPages) return false;
  const uint64_t page = address & ~(kPage - 1);
  if (a->copied[(page - a->begin) / kPage]) return false;
  copy_page(*a, page);
  if (protect(page, page + kPage, PROT_READ | PROT_WRITE)) return true;
  // Too many differently protected stretches: open the whole area and copy all of it from now on.
  for (uint64_t p = a->begin; p < a->end && page_count < kMaxPages; p += kPage) copy_page(*a, p);
  return protect(a->begin, a->end, PROT_READ | PROT_WRITE);
}

bool snapshot_open(uint64_t address, uint64_t size) {
  const Area* a = large_area(address);
  if (a == nullptr) return false;
  bool some = false;
  for (uint64_t p = address & ~(kPage - 1); p < address + size && p < a->end; p += kPage)
    if (!a->copied[(p - a->begin) / kPage]) some |= snapshot_fault(p);
  return some;
}

void snapshot_touch(uint64_t address, uint64_t size) {
  for (uint64_t p = address & ~(kPage - 1); p < address + size; p += kPage)
    if (large_area(p) != nullptr) {
      auto* byte = reinterpret_cast<volatile char*>(p < address ? address : p);
      *byte = *byte;
    }
}

}  // namespace heddle::rt
