// Atomic objects of sizes that no instruction has: 3 bytes, or more than 16. libatomic has locks for them; here each
// operation is one visible step on the whole object. What it reads and writes besides (the operands) is plain memory
// of the program, which may be shared as well, and is accessed in steps of its own before and after.
//
// Outside a run one lock guards all of them.
#include <cstring>

#include "runtime/abi.h"
#include "runtime/access.h"
#include "runtime/failure.h"

using namespace heddle;
using namespace heddle::rt;

#define HEDDLE_API extern "C" __attribute__((visibility("default")))

namespace {

constexpr uint64_t kMaxSize = 1 << 16;  // copies rest on the stack

char g_lock;  // held by an operation outside a run

struct Lock {
  Lock() {
    while (__atomic_test_and_set(&g_lock, __ATOMIC_ACQUIRE)) __builtin_ia32_pause();
  }
  ~Lock() { __atomic_clear(&g_lock, __ATOMIC_RELEASE); }
};

uint64_t key(const __heddle_pos* pos) { return reinterpret_cast<uint64_t>(pos); }
uint64_t address_of(const void* p) { return reinterpret_cast<uint64_t>(p); }

bool in_run(uint64_t size, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun) return false;
  if (size > kMaxSize) unsupported(key(pos), "atomic object of more than 64 KiB");
  return true;
}

// Plain accesses to operands.
void fetch(void* rest, const void* from, uint64_t size, const __heddle_pos* pos) {
  const bool visible = begin_access(Op::kRead, address_of(from), size, key(pos), 0);
  memcpy(rest, from, size);
  const uint64_t value = value_at(address_of(rest), size);
  if (visible) record(value);
  spin_read(address_of(from), static_cast<uint32_t>(size), value);
}
void deliver(void* to, const void* rest, uint64_t size, const __heddle_pos* pos) {
  const bool visible = begin_access(Op::kWrite, address_of(to), size, key(pos), 0);
  if (memcmp(to, rest, size) != 0) spin_write_block(address_of(to), size, visible);
  const uint64_t old = value_at(address_of(to), size);
  memcpy(to, rest, size);
  if (visible) record(old, value_at(address_of(to), size));
}

void set_order(uint32_t flags) {
  g.next[g.current].order = flags & HEDDLE_ORDER_MASK;
  g.weak_orders |= (flags & HEDDLE_ORDER_MASK) != 5;
}

// Writes `desired` to the object within the current step.
void replace(void* object, const void* desired, uint64_t size, bool visible) {
  if (memcmp(object, desired, size) == 0) return;
  spin_write_block(address_of(object), size, visible);
  memcpy(object, desired, size);
}

}  // namespace

HEDDLE_API void __heddle_atomic_load_n(uint64_t size, const void* from, void* to, uint32_t flags,
                                       const __heddle_pos* pos) {
  if (size == 0) return;
  if (!in_run(size, pos)) {
    Lock lock;
    memcpy(to, from, size);
    return;
  }
  void* rest = __builtin_alloca(size);
  const bool visible = begin_access(Op::kRead, address_of(from), size, key(pos), kAtomic);
  memcpy(rest, from, size);
  const uint64_t value = value_at(address_of(rest), size);
  if (visible) {
    set_order(flags);
    record(value);
  }
  spin_read(address_of(from), static_cast<uint32_t>(size), value);
  deliver(to, rest, size, pos);
}

HEDDLE_API void __heddle_atomic_store_n(uint64_t size, void* to, const void* from, uint32_t flags,
                                        const __heddle_pos* pos) {
  if (size == 0) return;
  if (!in_run(size, pos)) {
    Lock lock;
    memcpy(to, from, size);
    return;
  }
  void* rest = __builtin_alloca(size);
  fetch(rest, from, size, pos);
  const bool visible = begin_access(Op::kWrite, address_of(to), size, key(pos), kAtomic);
  const uint64_t old = value_at(address_of(to), size);
  replace(to, rest, size, visible);
  if (visible) {
    set_order(flags);
    record(old, value_at(address_of(to), size));
  }
}

HEDDLE_API void __heddle_atomic_exchange_n(uint64_t size, void* object, const void* desired, void* old, uint32_t flags,
                                           const __heddle_pos* pos) {
  if (size == 0) return;
  if (!in_run(size, pos)) {
    Lock lock;
    for (uint64_t i = 0; i < size; ++i) {  // `desired` and `old` may be the same memory
      const char incoming = static_cast<const char*>(desired)[i];
      static_cast<char*>(old)[i] = static_cast<char*>(object)[i];
      static_cast<char*>(object)[i] = incoming;
    }
    return;
  }
  void* rest = __builtin_alloca(size);
  void* before = __builtin_alloca(size);
  fetch(rest, desired, size, pos);
  const bool visible = begin_access(Op::kRmw, address_of(object), size, key(pos), kAtomic);
  memcpy(before, object, size);
  replace(object, rest, size, visible);
  const uint64_t value = value_at(address_of(before), size);
  if (visible) {
    set_order(flags);
    record(value, value_at(address_of(object), size));
  }
  spin_read(address_of(object), static_cast<uint32_t>(size), value);
  deliver(old, before, size, pos);
}

HEDDLE_API uint8_t __heddle_atomic_cas_n(uint64_t size, void* object, void* expected, const void* desired,
                                         uint32_t flags, const __heddle_pos* pos) {
  if (size == 0) return 1;
  if (!in_run(size, pos)) {
    Lock lock;
    const bool exchanges = memcmp(object, expected, size) == 0;
    memcpy(exchanges ? object : expected, exchanges ? desired : object, size);
    return exchanges;
  }
  void* wanted = __builtin_alloca(size);
  void* rest = __builtin_alloca(size);
  void* before = __builtin_alloca(size);
  fetch(wanted, expected, size, pos);
  fetch(rest, desired, size, pos);
  const bool visible = begin_access(Op::kRmw, address_of(object), size, key(pos), kAtomic, kCompares);
  memcpy(before, object, size);
  const bool exchanges = memcmp(before, wanted, size) == 0;
  if (exchanges) replace(object, rest, size, visible);
  const uint64_t value = value_at(address_of(before), size);
  if (visible) {
    set_order(exchanges ? flags : flags >> HEDDLE_FAILURE_SHIFT);
    record(value, value_at(address_of(exchanges ? rest : wanted), size), exchanges ? 0 : kFailed);
  }
  spin_read(address_of(object), static_cast<uint32_t>(size), value);
  if (!exchanges) deliver(expected, before, size, pos);
  return exchanges;
}
