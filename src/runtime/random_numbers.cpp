// Random numbers.
//
// Those that are computed (rand, random, drand48 and their relatives) come from the C library itself, whose state is
// reset before every run, so they are the ones that the program gets elsewhere. That state is one for the whole process:
// what a thread gets depends on what others asked for before. So every call is an access to an object that stands for
// the state: of rand and random, which take a lock, an atomic one; of drand48 and its relatives, which take none, a plain
// one, and two threads that use them race. The object holds a number that tells what happened to the state so far,
// for engines that reason about values.
//
// Those that come from outside (getrandom, /dev/urandom, std::random_device) are the same in every run; each thread has
// a sequence of its own.
#include <cstdlib>
#include <cstring>

#include "base/hash.h"
#include "runtime/access.h"
#include "runtime/fixed.h"
#include "runtime/hidden_state.h"
#include "runtime/interpose.h"

namespace heddle::rt {

uint32_t* fixed_used;

namespace {

uint64_t next_random() {
  note_fixed(FixedInput::kRandom);
  Random r(self().random);
  const uint64_t v = r.next();
  self().random += 0x9e3779b97f4a7c15ull;
  spin_dirty();
  return v;
}

// One call of a generator: `what` tells what it does to the state.
void advance(HiddenState state, uint64_t what, bool locked, uint64_t position) {
  if (running()) change_hidden(state, what, locked, position);
}

template <class F>
F* real_function(const char* name) {
  return reinterpret_cast<F*>(real_symbol(name));
}

}  // namespace

long fixed_random_bytes(void* to, uint64_t size) {
  for (uint64_t i = 0; i < size; ++i) static_cast<unsigned char*>(to)[i] = static_cast<unsigned char>(next_random() >> 40);
  return static_cast<long>(size);
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

// rand and random share their state; it has a lock.
#define LOCKED(RESULT, NAME, PARAMETERS, WHAT, ...)                      \
  HEDDLE_API RESULT NAME PARAMETERS {                                    \
    advance(HiddenState::kRandom, WHAT, true, HERE);                     \
    static auto* next = real_function<RESULT PARAMETERS>(#NAME);         \
    return next(__VA_ARGS__);                                            \
  }
LOCKED(int, rand, (), 1)
LOCKED(long, random, (), 1)
LOCKED(void, srand, (unsigned seed), 2 + uint64_t{seed}, seed)
LOCKED(void, srandom, (unsigned seed), 2 + uint64_t{seed}, seed)
LOCKED(char*, initstate, (unsigned seed, char* state, size_t size), mix(at(state), seed), seed, state, size)
LOCKED(char*, setstate, (char* state), mix(at(state), 3), state)

// The 48-bit generators share theirs; it has none.
#define UNLOCKED(RESULT, NAME, PARAMETERS, WHAT, ...)                    \
  HEDDLE_API RESULT NAME PARAMETERS {                                    \
    advance(HiddenState::kRandom48, WHAT, false, HERE);                  \
    static auto* next = real_function<RESULT PARAMETERS>(#NAME);         \
    return next(__VA_ARGS__);                                            \
  }
UNLOCKED(double, drand48, (), 1)
UNLOCKED(long, lrand48, (), 1)
UNLOCKED(long, mrand48, (), 1)
UNLOCKED(void, srand48, (long seed), mix(static_cast<uint64_t>(seed), 2), seed)
UNLOCKED(unsigned short*, seed48, (unsigned short* seed), mix(seed[0] | seed[1] << 16, seed[2]), seed)
UNLOCKED(void, lcong48, (unsigned short* parameters), mix(parameters[0], parameters[6]), parameters)

HEDDLE_API ssize_t getrandom(void* out, size_t size, unsigned flags) {
  if (controlled()) return fixed_random_bytes(out, size);
  static auto* next = real_function<ssize_t(void*, size_t, unsigned)>("getrandom");
  return next(out, size, flags);
}
HEDDLE_API int getentropy(void* out, size_t size) {
  if (controlled() && size <= 256) {
    fixed_random_bytes(out, size);
    return 0;
  }
  static auto* next = real_function<int(void*, size_t)>("getentropy");
  return next(out, size);
}
HEDDLE_API uint32_t arc4random() {
  if (controlled()) return static_cast<uint32_t>(next_random() >> 32);
  static auto* next = real_function<uint32_t()>("arc4random");
  return next();
}
HEDDLE_API uint32_t arc4random_uniform(uint32_t bound) {
  if (controlled()) return bound < 2 ? 0 : static_cast<uint32_t>((next_random() >> 32) * bound >> 32);
  static auto* next = real_function<uint32_t(uint32_t)>("arc4random_uniform");
  return next(bound);
}
HEDDLE_API void arc4random_buf(void* out, size_t size) {
  if (controlled()) {
    fixed_random_bytes(out, size);
    return;
  }
  static auto* next = real_function<void(void*, size_t)>("arc4random_buf");
  next(out, size);
}
// std::random_device::_M_getval, which would ask the processor.
HEDDLE_API unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  if (controlled()) return static_cast<unsigned>(next_random() >> 32);
  static auto* next = real_function<unsigned(void*)>("_ZNSt13random_device9_M_getvalEv");
  return next(device);
}

// The kernel's random bytes for this process.
HEDDLE_API unsigned long getauxval(unsigned long type) noexcept {
  static auto* next = real_function<unsigned long(unsigned long)>("getauxval");
  constexpr unsigned long kRandomBytes = 25;
  if (!controlled() || type != kRandomBytes || kernel_bytes == nullptr) return next(type);
  note_fixed(FixedInput::kRandom);
  return at(kernel_bytes);
}

// Which processor a thread runs on, which the C library knows without a system call.
HEDDLE_API int sched_getcpu() noexcept {
  static auto* next = real_function<int()>("sched_getcpu");
  if (!controlled()) return next();
  note_fixed(FixedInput::kMachine);
  return 0;
}
HEDDLE_API int getcpu(unsigned* processor, unsigned* node) noexcept {
  static auto* next = real_function<int(unsigned*, unsigned*)>("getcpu");
  if (!controlled()) return next(processor, node);
  note_fixed(FixedInput::kMachine);
  if (processor != nullptr) *processor = 0;
  if (node != nullptr) *node = 0;
  return 0;
}
