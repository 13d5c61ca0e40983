// The state of locks and other objects, kept in the program's own objects: a pthread_mutex_t that is all zero
// is free, as a static initialiser leaves it, and a reset of memory resets it with the rest.
#pragma once
#include <cstdint>

#include "base/thread_set.h"
#include "runtime/state.h"

namespace heddle::rt {

// Over pthread_mutex_t and mtx_t (40 bytes). `kind` is where the C library keeps it, at offset 16.
struct Mutex {
  uint32_t depth;  // how often the owner has locked it; 0 if free
  uint32_t reserved;
  uint32_t owner;  // thread id + 1
  uint32_t users;  // the C library's; not used here
  int32_t kind;    // low bits: 0 normal, 1 recursive, 2 error-checking; -1 destroyed
  bool recursive() const { return (kind & 3) == 1; }
  bool checking() const { return (kind & 3) == 2; }
  bool robust() const { return kind > 0 && (kind & 16) != 0; }
};

// Over pthread_rwlock_t (56 bytes).
struct RwLock {
  uint32_t readers;  // read locks held, repeated ones included
  uint32_t writer;   // thread id + 1
  uint64_t who[4];   // threads that hold a read lock
  uint32_t destroyed;
  uint32_t repeated;  // some thread read-locked it twice: `who` is then kept until nobody reads
};

// Over pthread_spinlock_t (4 bytes).
struct SpinLock {
  int32_t owner;  // thread id + 1
};

// Over pthread_cond_t and cnd_t (48 bytes). Who waits is seen from the threads.
struct Condition {
  uint32_t destroyed;
};

// Over sem_t (32 bytes).
struct Semaphore {
  uint32_t value;
  uint32_t destroyed;
};

// Over pthread_barrier_t (32 bytes). Which round it is, among those of all barriers, is known to the threads that wait.
struct Barrier {
  uint32_t needed, arrived;
  uint32_t destroyed;
};

// States of a pthread_once_t. A function-local static's guard has "done" in byte 0 and "running" in byte 1.
enum : int { kOnceNew = 0, kOnceRunning = 1, kOnceDone = 2 };

// None of them is larger, what the C library takes for it included.
inline constexpr uint64_t kLargestObject = 56;

inline Mutex& mutex_at(uint64_t a) { return *reinterpret_cast<Mutex*>(a); }
inline RwLock& rwlock_at(uint64_t a) { return *reinterpret_cast<RwLock*>(a); }
inline SpinLock& spinlock_at(uint64_t a) { return *reinterpret_cast<SpinLock*>(a); }
inline Condition& condition_at(uint64_t a) { return *reinterpret_cast<Condition*>(a); }
inline Semaphore& semaphore_at(uint64_t a) { return *reinterpret_cast<Semaphore*>(a); }
inline Barrier& barrier_at(uint64_t a) { return *reinterpret_cast<Barrier*>(a); }

inline bool mutex_free_for(uint64_t a, ThreadId t) {
  const Mutex& m = mutex_at(a);
  return m.depth == 0 || (m.owner == t + 1u && (m.recursive() || m.checking()));
}
inline bool rwlock_reading(uint64_t a, ThreadId t) { return rwlock_at(a).who[t >> 6] >> (t & 63) & 1; }
inline bool rwlock_readable(uint64_t a, ThreadId) { return rwlock_at(a).writer == 0; }
inline bool rwlock_writable(uint64_t a, ThreadId) { return rwlock_at(a).writer == 0 && rwlock_at(a).readers == 0; }
inline bool spinlock_free(uint64_t a) { return spinlock_at(a).owner == 0; }
inline bool semaphore_positive(uint64_t a) { return semaphore_at(a).value > 0; }

}  // namespace heddle::rt
