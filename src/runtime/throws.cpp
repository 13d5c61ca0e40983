#include "runtime/throws.h"

#include <cstdio>

#include "runtime/interpose.h"
#include "runtime/schedule.h"

namespace heddle::rt {
namespace {

constexpr uint32_t kMost = 64;
Throw throws[kMost];
uint32_t count;

}  // namespace

void forget_throws() { count = 0; }
std::span<const Throw> throws_of_run() { return {throws, count}; }

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

// Called by the throwing function that is linked into C++ programs (src/library/exceptions.cpp).
HEDDLE_API void __heddle_thrown(const char* type, const char* what, const void* where) {
  if (!running() || !g.options.detail || count == kMost) return;
  Throw& thrown = throws[count++];
  thrown.thread = g.current;
  thrown.event = g.event_count;
  thrown.where = reinterpret_cast<uint64_t>(where);
  snprintf(thrown.type, sizeof thrown.type, "%s", type);
  snprintf(thrown.what, sizeof thrown.what, "%s", what);
}
