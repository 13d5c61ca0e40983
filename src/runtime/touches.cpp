#include "runtime/touches.h"

#include <sys/mman.h>

#include "base/hash.h"
#include "runtime/failure.h"

namespace heddle::rt {
namespace {

// Hashes of what was told.
constexpr uint32_t kSlots = 1 << 22;
uint64_t* told;
uint32_t told_count;

Touch* list;  // of this run
uint32_t count, room;

// False if it was there before.
bool insert(uint64_t hash) {
  hash |= 1;
  for (uint32_t i = static_cast<uint32_t>(hash >> 32) % kSlots;; i = (i + 1) % kSlots) {
    if (told[i] == hash) return false;
    if (told[i] != 0) continue;
    told[i] = hash;
    ++told_count;
    return true;
  }
}

}  // namespace

void touches_start(Touch* buffer, uint32_t capacity) {
  if (!g.options.touches) return;
  list = buffer;
  room = capacity;
  told = static_cast<uint64_t*>(our_pages(kSlots * sizeof(uint64_t)));
}

void add_touch(uint64_t granule, Access access) {
  const Thread& me = self();
  // What main does before it starts a thread comes before everything, and is always the same.
  if (g.mode != Mode::kRun || g.discovery || (g.current == kMainThread && me.phase == 0 && !me.told)) return;
  Touch touch;
  touch.granule = granule;
  touch.joined = me.ended;
  touch.thread = g.current;
  touch.phase = me.phase;
  touch.kind = access == Access::kRead ? Touch::kRead : access == Access::kWrite ? Touch::kWrite : Touch::kFree;
  touch.told = me.told;
  const uint64_t how =
      uint64_t{touch.thread} << 24 | uint64_t{touch.phase} << 16 | uint64_t{touch.kind} << 8 | touch.told;
  if (!insert(mix(mix(granule, how), touch.joined))) return;
  if (count + 1 == room || told_count > kSlots / 4 * 3) {
    touch = Touch{};
    g.options.touches = false;
  }
  list[count++] = touch;
}

std::span<const Touch> touches() { return {list, count}; }
void forget_touches() { count = 0; }

void tell_touches_again() {
  if (!g.options.touches || told_count == 0) return;
  madvise(told, kSlots * sizeof(uint64_t), MADV_DONTNEED);
  told_count = 0;
}

}  // namespace heddle::rt
