// What every interposed function needs.
#pragma once
#include <cerrno>
#include <cstdint>
#include <ctime>

#include "runtime/failure.h"
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/schedule.h"
#include "runtime/spin.h"
#include "runtime/state.h"

#define HEDDLE_API extern "C" __attribute__((visibility("default")))
// The caller's code address, as a position.
#define HERE reinterpret_cast<uint64_t>(__builtin_return_address(0))

namespace heddle::rt {

inline uint64_t at(const volatile void* p) { return reinterpret_cast<uint64_t>(p); }

// Operations shared by the pthread, C11 and C++ faces of one primitive.
int mutex_lock(uint64_t mutex, bool timed, uint64_t position);
int mutex_trylock(uint64_t mutex, uint64_t position);
int mutex_unlock(uint64_t mutex, uint64_t position);
int mutex_destroy(uint64_t mutex, uint64_t position);
void object_init(uint64_t object, uint32_t size, uint64_t position, uint64_t value = 0);
// Fails with this text if the object is in use at the step.
void object_destroy(uint64_t object, uint32_t size, uint64_t position, bool (*in_use)(uint64_t object),
                    const char* misuse);
int condition_wait(uint64_t condition, uint64_t mutex, bool timed, uint64_t deadline, uint64_t position);
void condition_signal(uint64_t condition, uint64_t position);
void condition_broadcast(uint64_t condition, uint64_t position);
void condition_destroy(uint64_t condition, uint64_t position);
void once(int* flag, void (*run)(), uint64_t position);

uint64_t nanoseconds(const timespec* t);
// A lock or semaphore was not to be had before the deadline: the event is that it was given up, instead of `op`.
inline void give_up(Op op) {
  g.next[g.current].op = Op::kTimeout;
  g.next[g.current].second = static_cast<uint64_t>(op);
  record();
}
// A timed wait gave up: the thread's clock has reached the deadline.
void pass_deadline(uint64_t deadline);

}  // namespace heddle::rt
