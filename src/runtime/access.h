// Memory accesses of the program: private ones happen at once, shared ones are visible events.
#pragma once
#include <cstring>

#include "runtime/contents.h"
#include "runtime/schedule.h"
#include "runtime/shadow.h"
#include "runtime/spin.h"

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

// Announces a visible read of a range; true if it is one, and then `finish_read` records it after the bytes
// were read.
inline bool begin_access(Op op, Access access, uint64_t address, uint64_t size, uint64_t position, uint8_t flags,
                         uint64_t second = 0, uint8_t order = 0) {
  g.touching = position;
  bool late = false;
  if (!known_shared(address, size)) {
    g.announcing = true;
    g.late = false;
    const bool visible = access_slow(address, size, access, position);
    g.announcing = false;
    late = g.late;
    if (!visible && !((flags & kAtomic) && too_lonely(address))) return false;
  }
  if (g.after_await) {
    g.after_await = false;
    flags |= kAfterAwait;
  }
  if (reach(op, address, static_cast<uint32_t>(size), position, flags, Wait::kNothing, second, order) || late) {
    if (in_heap(address)) access_slow(address, size, access, position);  // others may have freed it
    g.touching = position;
  }
  if (op == Op::kRmw && g.options.contents && (address & 7) + size > 8) keep_contents_before(address, size);
  return true;
}

}  // namespace heddle::rt
