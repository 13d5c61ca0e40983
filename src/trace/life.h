// Life of locals that other threads know of. It ends with an event (Op::kFree, second = 1); where a local begins in its place, that is an
// event as well, a write which leaves what is in memory as it is.
#pragma once
#include <cstdint>

#include "trace/op.h"

namespace heddle {

// Event::second.
inline constexpr uint64_t kEndsLife = 1, kBeginsLife = 2;

// Of an event, or of a place in a thread's code.
template <class T>
constexpr bool begins_life(const T& e) {
  return e.op == Op::kWrite && e.second == kBeginsLife;
}

}  // namespace heddle
