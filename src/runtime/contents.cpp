#include "runtime/contents.h"

#include <cstring>

#include "runtime/shadow.h"
#include "trace/contents.h"

namespace heddle::rt {
namespace {

// Appends the bytes there, those that are not shared as zeros. Their value.
uint64_t keep(uint64_t address, uint64_t length) {
  const uint64_t n = words_of(length);
  if (g.contents_full || g.content_capacity - g.content_count < n) {
    g.contents_full = true;
    return 0;
  }
  uint64_t* words = g.contents + g.content_count;
  g.content_count += static_cast<uint32_t>(n);
  words[n - 1] = 0;
  std::memcpy(words, reinterpret_cast<const void*>(address), length);
  auto* bytes = reinterpret_cast<char*>(words);
  const uint64_t end = address + length;
  for (uint64_t granule = address & ~uint64_t{7}; granule < end; granule += 8) {
    const uint8_t shared = shared_bytes(granule);
    if (shared == 0xff) continue;
    const uint64_t from = granule < address ? address : granule, to = granule + 8 < end ? granule + 8 : end;
    for (uint64_t byte = from; byte < to; ++byte)
      if (!(shared >> (byte - granule) & 1)) bytes[byte - address] = 0;
  }
  return value_of({words, n}, length);
}

uint64_t value_before;

}  // namespace

void keep_contents_before(uint64_t address, uint64_t length) { value_before = keep(address, length); }

void keep_contents(Event& e) {
  if (e.op == Op::kRmw) e.read = value_before;
  if (e.op == Op::kRead) e.read = keep(e.object, e.length);
  else if (e.op == Op::kWrite || !(e.flags & kFailed)) e.written = keep(e.object, e.length);
}

}  // namespace heddle::rt
