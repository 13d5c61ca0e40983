// Who can get at an object? A conservative search: every aligned word of the roots of the other threads is taken for a pointer, and so is every
// word of what is found. Roots are variables, and of each other thread its stack, its thread-local storage and what it was started with.
//
// What this thread alone knows of can be reached by others only after it has written the address somewhere, which comes after the
// access in question.
#include <cstring>

#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/relevance.h"
#include "runtime/snapshot.h"

namespace heddle::rt {
namespace {

struct Range {
  uint64_t begin, end;
  bool holds(uint64_t a) const { return a - begin < end - begin; }
};

constexpr uint32_t kMaxOpen = 1 << 20;
constexpr uint64_t kAddressBits = (uint64_t{1} << 48) - 1;
constexpr int kMaxLocals = 256;

Range* open;  // to be looked into
uint32_t open_count;
Range locals[kMaxLocals];  // of the thread that asks, found so far
int local_count;
Range target;
Range own_stack;
bool found;

void look_into(uint64_t begin, uint64_t end);

void push(Range range) {
  if (open_count < kMaxOpen) open[open_count++] = range;
  else found = true;
}

// A local of the thread that asks. What it keeps to itself nobody else has the address of, so the word leads to an open local, or is stale.
void meet_own_stack(uint64_t address) {
  uint64_t begin, size;
  if (!local_at(address, &begin, &size)) {
    found = true;  // of code that tells nothing of its locals
    return;
  }
  for (int i = 0; i < local_count; ++i)
    if (locals[i].begin == begin) return;
  if (local_count == kMaxLocals) {
    found = true;
    return;
  }
  locals[local_count++] = {begin, begin + size};
  push({begin, begin + size});
}

void meet(uint64_t word) {
  const uint64_t address = word & kAddressBits;
  if (target.holds(address)) found = true;
  else if (own_stack.holds(address)) meet_own_stack(address);
  // The end of a block leads there, too.
  for (uint64_t a : {address, address - 1}) {
    if (!heap_mark(a)) continue;
    BlockInfo b;
    if (heap_find(a, &b)) push({b.begin, b.begin + b.size});
  }
}

void look_into(uint64_t begin, uint64_t end) {
  for (uint64_t a = (begin + 7) & ~uint64_t{7}; a + 8 <= end && !found; a += 8) {
    uint64_t word;
    std::memcpy(&word, reinterpret_cast<void*>(a), 8);
    const uint64_t address = word & kAddressBits;
    if (address - kHeapBase <= kHeapEnd - kHeapBase || own_stack.holds(address)) meet(address);
  }
}

Range stack_of(ThreadId t) { return {kStackBase + t * kStackSlot, kStackBase + (t + uint64_t{1}) * kStackSlot}; }

// The registers of the thread that runs are on its stack by now.
__attribute__((noinline)) void look_into_roots(ThreadId thread) {
  snapshot_for_each(look_into);
  for (int t = 0; t < g.live && !found; ++t) {
    const Thread& other = g.thread[t];
    if (t == thread || other.status == Status::kUnused) continue;
    meet(reinterpret_cast<uint64_t>(other.argument));
    meet(reinterpret_cast<uint64_t>(other.result));
    if (other.status != Status::kAlive) continue;
    const auto sp = reinterpret_cast<uint64_t>(t == g.current ? __builtin_frame_address(0) : other.sp);
    look_into(sp, stack_of(static_cast<ThreadId>(t)).end);
    tls_for_each(other.fs, look_into);
    for (void* value : other.specific) meet(reinterpret_cast<uint64_t>(value));
    for (int i = 0; i < other.destructors; ++i) meet(reinterpret_cast<uint64_t>(other.destructor[i].object));
  }
  while (open_count > 0 && !found) {
    const Range next = open[--open_count];
    look_into(next.begin, next.end);
  }
}

// The object that the address lies in; false if it is one that everybody knows.
bool find_target(ThreadId thread, uint64_t address) {
  if (in_heap(address)) {
    BlockInfo b;
    if (!heap_find(address, &b) || address - b.begin >= b.size) return false;
    target = {b.begin, b.begin + b.size + 1};
    return true;
  }
  uint64_t begin, size;
  if (!own_stack.holds(address) || !local_at(address, &begin, &size)) return false;
  target = {begin, begin + size + 1};
  return true;
}

}  // namespace

bool reachable_by_others(ThreadId thread, uint64_t address, uint64_t) {
  own_stack = stack_of(thread);
  if (!find_target(thread, address)) return true;
  if (open == nullptr) open = static_cast<Range*>(our_pages(kMaxOpen * sizeof(Range)));
  open_count = 0;
  local_count = 0;
  found = false;
  heap_unmark();
  __builtin_unwind_init();
  look_into_roots(thread);
  return found;
}

}  // namespace heddle::rt
