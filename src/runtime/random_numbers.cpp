// Random numbers from outside (getrandom, /dev/urandom, std::random_device): the same in every run, and each thread has a
// sequence of its own.
//
// Those that are computed (rand, drand48 and their relatives) come from the C library itself, whose state is reset before
// every run (libc_state.h), so they are the ones that the program gets elsewhere.
#include <cstdlib>
#include <cstring>

#include "base/hash.h"
#include "runtime/abi.h"
#include "runtime/fixed.h"
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

template <class F>
F* real_function(const char* name) {
  return reinterpret_cast<F*>(real_symbol(name));
}

}  // namespace

long fixed_random_bytes(void* to, uint64_t size) {
  for (uint64_t i = 0; i < size; ++i)
    static_cast<unsigned char*>(to)[i] = static_cast<unsigned char>(next_random() >> 40);
  return static_cast<long>(size);
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

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
HEDDLE_API uint64_t __heddle_hardware_random() {
  if (controlled()) return next_random();
  uint64_t number = 0;
  getrandom(&number, sizeof number, 0);
  return number;
}
