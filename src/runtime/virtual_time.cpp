// Time: nothing ever really waits, and what a thread sees depends on itself alone.
//
// Each thread has its own clock. It starts where its creator's was, advances when looked at and when the thread
// sleeps or waits in vain for a deadline, and joins the clock of a thread that is joined. A thread that looks again
// and again, doing nothing else, sees time run faster and faster, so that a loop until a deadline ends soon.
#include <sys/time.h>

#include <cstring>

#include "runtime/abi.h"
#include "runtime/fixed.h"
#include "runtime/interpose.h"
#include "runtime/program_state.h"

namespace heddle::rt {
namespace {

constexpr uint64_t kSecond = 1000000000;
constexpr uint64_t kEpoch = 1700000000 * kSecond;

uint64_t look() {
  note_fixed(FixedInput::kClock);
  time_matters();
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
  if (flags & TIMER_ABSTIME) pass_deadline(nanoseconds(time));
  else sleep_for(nanoseconds(time));
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

// Relatives that would ask the kernel's clock without a system call.
HEDDLE_API int timespec_get(timespec* out, int base) {
  static auto* next = reinterpret_cast<int (*)(timespec*, int)>(real_symbol("timespec_get"));
  if (!controlled() || base != TIME_UTC) return next(out, base);
  fill(out, look());
  return base;
}
HEDDLE_API int ftime(void* out) {
  static auto* next = reinterpret_cast<int (*)(void*)>(real_symbol("ftime"));
  if (!controlled()) return next == nullptr ? -1 : next(out);
  struct {
    time_t seconds;
    unsigned short milliseconds;
    short zone, summer;
  } now{};
  const uint64_t t = look();
  now.seconds = static_cast<time_t>(t / kSecond);
  now.milliseconds = static_cast<unsigned short>(t % kSecond / 1000000);
  memcpy(out, &now, sizeof now);
  return 0;
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
