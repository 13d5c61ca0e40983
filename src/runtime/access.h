// Memory accesses of the program: private ones happen at once, shared ones are visible events.
#pragma once
#include <cstring>

#include "runtime/contents.h"
#include "runtime/lesser.h"
#include "runtime/schedule.h"
#include "runtime/shadow.h"
#include "runtime/spin.h"
#include "runtime/term_places.h"

namespace heddle::rt {

template <class T>
uint64_t as_value(const T& v) {
  if constexpr (sizeof(T) <= 8) {
    uint64_t u = 0;
    std::memcpy(&u, &v, sizeof v);
    return u;
  } else {
    return value_at(reinterpret_cast<uint64_t>(&v), sizeof v);
  }
}

// An atomic object that one thread uses again and again without an event: it may do so for ever, and nobody else would
// get to run. It is treated as shared then, which is always allowed.
inline bool too_lonely(uint64_t address) {
  constexpr uint32_t kMany = 1 << 20;
  if (__builtin_expect(++g.lonely_atomics < kMany, 1)) return false;
  make_shared(address);
  return true;
}

// Accesses are said as `event_word` does.
constexpr Access access_of(uint64_t word) {
  return static_cast<Op>(word & 255) == Op::kRead ? Access::kRead : Access::kWrite;
}
constexpr bool is_atomic(uint64_t word) { return word >> 8 & kAtomic; }

// Atomic, and weaker than seq_cst.
constexpr bool is_weak(uint64_t word) { return is_atomic(word) && (word >> 24 & 7) != 5; }

// An access that is a visible event. Returns when it is to be performed.
inline void reach_access(uint64_t word, uint64_t address, uint64_t size, uint64_t position, uint64_t second,
                         bool late = false) {
  if (__builtin_expect(g.after_await, 0)) {
    g.after_await = false;
    word |= uint64_t{kAfterAwait} << 8;
  }
  if (__builtin_expect(is_lesser(position), 0)) {
    if (late && may_end(address)) access_slow(address, size, access_of(word), position);
    stand_at_lesser(word, address, position, second);
    return;
  }
  if (reach(word, address, position, second) || late) {
    if (may_end(address)) access_slow(address, size, access_of(word), position);  // others may have freed it
    g.touching = position;
  }
}

// What `begin_access` does when a glance is not enough.
bool begin_closer(Glance seen, uint64_t word, uint64_t address, uint64_t size, uint64_t position, uint64_t second);

// True if the access is a visible event: then the caller performs it now, and records it.
[[gnu::always_inline]] inline bool begin_access(uint64_t word, uint64_t address, uint64_t size, uint64_t position,
                                                uint64_t second = 0) {
  g.touching = position;
  const Glance seen = glance(address, size, access_of(word));
  if (seen == Glance::kPrivate && !is_atomic(word)) return false;
  if (seen != Glance::kVisible) return begin_closer(seen, word, address, size, position, second);
  reach_access(word, address, size, position, second);
  return true;
}
// Likewise, for blocks. Terms of what is there are asked if it is read, and void if it is written.
inline void overwrite_range(Op op, uint64_t address, uint64_t size) {
  if (op == Op::kRmw) ask_range(address, size);
  clear_range(address, size);
}
inline bool begin_access(Op op, uint64_t address, uint64_t size, uint64_t position, uint8_t flags,
                         uint64_t second = 0) {
  g.touching = position;
  if (has_places()) op == Op::kRead ? ask_range(address, size) : overwrite_range(op, address, size);
  return begin_closer(Glance::kUnknown, event_word(op, flags, 0, static_cast<uint32_t>(size)), address, size, position,
                      second);
}

}  // namespace heddle::rt
