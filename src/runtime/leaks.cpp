// Leaks: at the end of a run, blocks that are not freed and that nothing points to, directly or through other
// blocks. Roots are the program's writable globals, thread-local storage and the stacks of threads that still live.
#include <cstring>

#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/snapshot.h"

namespace heddle::rt {
namespace {

uint64_t* queue;  // starts of blocks to look into
uint32_t queue_count;
constexpr uint32_t kMaxQueue = 1 << 22;

void look_into(uint64_t begin, uint64_t end) {
  for (uint64_t a = (begin + 7) & ~uint64_t{7}; a + 8 <= end; a += 8) {
    uint64_t word;
    std::memcpy(&word, reinterpret_cast<void*>(a), 8);
    if (heap_mark(word) && queue_count < kMaxQueue) queue[queue_count++] = word;
  }
}

}  // namespace

void heap_leaks(void (*report)(const BlockInfo&)) {
  if (queue == nullptr) queue = static_cast<uint64_t*>(our_pages(uint64_t{kMaxQueue} * 8));
  queue_count = 0;
  heap_unmark();
  snapshot_for_each(look_into);
  for (int t = 0; t < g.live; ++t) {
    const Thread& thread = g.thread[t];
    if (thread.status != Status::kAlive) continue;
    const uint64_t top = kStackBase + (t + uint64_t{1}) * kStackSlot;
    if (t != g.current) look_into(reinterpret_cast<uint64_t>(thread.sp), top);
    tls_for_each(thread.fs, look_into);
  }
  while (queue_count > 0) {
    BlockInfo b;
    if (heap_find(queue[--queue_count], &b)) look_into(b.begin, b.begin + b.size);
  }
  heap_for_each_unmarked(report);
}

}  // namespace heddle::rt
