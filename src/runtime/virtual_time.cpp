// Time and randomness: nothing ever really waits, and what a thread sees depends on itself alone.
//
// Each thread has its own clock. It starts where its creator's was, advances when looked at and when the thread
// sleeps or waits in vain for a deadline, and joins the clock of a thread that is joined. A thread that looks again
// and again, doing nothing else, sees time run faster and faster, so that a loop until a deadline ends soon.
#include <sys/time.h>

#include "base/hash.h"
#include "runtime/abi.h"
#include "runtime/interpose.h"

namespace heddle::rt {
namespace {

constexpr uint64_t kSecond = 1000000000;
constexpr uint64_t kEpoch = 1700000000 * kSecond;

uint64_t look() {
  Thread& t = self();
  t.clock_step = t.clock_step == 0 ? 1000 : t.clock_step < kSecond ? t.clock_step * 2 : t.clock_step;
  t.clock += t.clock_step;
  spin_looked();
  return kEpoch + t.clock;
}

void sleep_for(uint64_t time) {
  Thread& t = self();
  t.clock += time;
  t.clock_step = 0;
}

void fill(timespec* out, uint64_t time) {
  out->tv_sec = static_cast<time_t>(time / kSecond);
  out->tv_nsec = static_cast<long>(time % kSecond);
}

uint64_t next_random() {
  Random r(self().random);
  const uint64_t v = r.next();
  self().random += 0x9e3779b97f4a7c15ull;
  spin_dirty();
  return v;
}

}  // namespace

uint64_t nanoseconds(const timespec* t) {
  return t == nullptr ? 0 : static_cast<uint64_t>(t->tv_sec) * kSecond + static_cast<uint64_t>(t->tv_nsec);
}

void pass_deadline(uint64_t deadline) {
  Thread& t = self();
  if (deadline > kEpoch && deadline - kEpoch > t.clock) t.clock = deadline - kEpoch;
}

}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API int clock_gettime(clockid_t id, timespec* out) {
  if (!controlled()) {
    if (real.clock_gettime == nullptr) real_start();
    return real.clock_gettime(id, out);
  }
  fill(out, look());
  return 0;
}
HEDDLE_API time_t time(time_t* out) {
  if (!controlled()) return real.time(out);
  const auto t = static_cast<time_t>(look() / kSecond);
  if (out != nullptr) *out = t;
  return t;
}
HEDDLE_API int gettimeofday(timeval* __restrict out, void* __restrict zone) {
  if (!controlled()) return real.gettimeofday(out, zone);
  const uint64_t t = look();
  out->tv_sec = static_cast<time_t>(t / kSecond);
  out->tv_usec = static_cast<suseconds_t>(t % kSecond / 1000);
  return 0;
}
HEDDLE_API clock_t clock() { return controlled() ? static_cast<clock_t>((look() - kEpoch) / 1000) : real.clock(); }

HEDDLE_API int nanosleep(const timespec* time, timespec* left) {
  if (!controlled()) return real.nanosleep(time, left);
  sleep_for(nanoseconds(time));
  return 0;
}
HEDDLE_API int clock_nanosleep(clockid_t id, int flags, const timespec* time, timespec* left) {
  if (!controlled()) return real.clock_nanosleep(id, flags, time, left);
  if (flags & TIMER_ABSTIME) pass_deadline(nanoseconds(time)); else sleep_for(nanoseconds(time));
  return 0;
}
HEDDLE_API int usleep(useconds_t time) {
  if (!controlled()) return real.usleep(time);
  sleep_for(uint64_t{time} * 1000);
  return 0;
}
HEDDLE_API unsigned sleep(unsigned time) {
  if (!controlled()) return real.sleep(time);
  sleep_for(time * kSecond);
  return 0;
}
HEDDLE_API int thrd_sleep(const timespec* time, timespec* left) {
  if (!controlled()) return real.thrd_sleep(time, left);
  sleep_for(nanoseconds(time));
  return 0;
}
// Giving way is no event: every schedule gives way everywhere anyway.
HEDDLE_API int sched_yield() noexcept { return controlled() ? 0 : real.sched_yield(); }
HEDDLE_API void thrd_yield() {
  if (!controlled()) real.thrd_yield();
}

HEDDLE_API int rand() { return controlled() ? static_cast<int>(next_random() >> 33) : real.rand(); }
HEDDLE_API void srand(unsigned seed) {
  if (controlled()) self().random = seed; else real.srand(seed);
}
HEDDLE_API long random() { return controlled() ? static_cast<long>(next_random() >> 33) : real.random(); }
HEDDLE_API void srandom(unsigned seed) {
  if (controlled()) self().random = seed; else real.srandom(seed);
}
HEDDLE_API double drand48() {
  return controlled() ? static_cast<double>(next_random() >> 11) / 9007199254740992.0 : real.drand48();
}
HEDDLE_API long lrand48() { return controlled() ? static_cast<long>(next_random() >> 33) : real.lrand48(); }
HEDDLE_API long mrand48() {
  if (controlled()) return static_cast<int32_t>(next_random() >> 32);
  static auto* next = reinterpret_cast<long (*)()>(real_symbol("mrand48"));
  return next();
}
HEDDLE_API void srand48(long seed) {
  if (controlled()) self().random = static_cast<uint64_t>(seed); else real.srand48(seed);
}
HEDDLE_API ssize_t getrandom(void* out, size_t size, unsigned flags) {
  if (!controlled()) {
    static auto* next = reinterpret_cast<ssize_t (*)(void*, size_t, unsigned)>(real_symbol("getrandom"));
    return next(out, size, flags);
  }
  for (size_t i = 0; i < size; ++i) static_cast<unsigned char*>(out)[i] = static_cast<unsigned char>(next_random() >> 40);
  return static_cast<ssize_t>(size);
}
HEDDLE_API int getentropy(void* out, size_t size) {
  if (controlled()) {
    getrandom(out, size, 0);
    return 0;
  }
  static auto* next = reinterpret_cast<int (*)(void*, size_t)>(real_symbol("getentropy"));
  return next(out, size);
}
HEDDLE_API uint32_t arc4random() {
  if (controlled()) return static_cast<uint32_t>(next_random() >> 32);
  static auto* next = reinterpret_cast<uint32_t (*)()>(real_symbol("arc4random"));
  return next();
}
// std::random_device::_M_getval, which would ask the processor.
HEDDLE_API unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  if (controlled()) return static_cast<unsigned>(next_random() >> 32);
  static auto* next = reinterpret_cast<unsigned (*)(void*)>(real_symbol("_ZNSt13random_device9_M_getvalEv"));
  return next(device);
}

// A cycle takes a nanosecond.
HEDDLE_API uint64_t __heddle_cycle_counter() {
  if (controlled()) return look();
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return nanoseconds(&now);
#endif
}
HEDDLE_API uint64_t __heddle_hardware_random() {
  if (controlled()) return next_random();
  uint64_t number = 0;
  getrandom(&number, sizeof number, 0);
  return number;
}
