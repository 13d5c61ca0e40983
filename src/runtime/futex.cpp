// futex(2) as libstdc++ and programs call it: through syscall(). Other system calls are answered as those of the C library
// (system_calls.h).
#include <linux/futex.h>
#include <sys/syscall.h>

#include <climits>
#include <cstdarg>

#include "runtime/access.h"
#include "runtime/body.h"
#include "runtime/interpose.h"
#include "runtime/mapping.h"
#include "runtime/process.h"
#include "runtime/raw_call.h"
#include "runtime/system_calls.h"

namespace heddle::rt {
namespace {

long futex_wait(uint64_t a, uint32_t expected, bool timed, uint64_t deadline, uint64_t position) {
  if (g.mode != Mode::kRun) refuse_early("the program waits on a futex");
  const Sight visible = object_is_visible(a, 4, position);
  if (timed && !visible &&
      static_cast<uint32_t>(value_at(a, 4)) == expected) {  // nobody else is there who could wake it
    reach(Op::kYield, 0, 0, position);
    record();
    pass_deadline(deadline);
    errno = ETIMEDOUT;
    return -1;
  }
  reach_object(visible, Op::kFutexWait, a, 4, position, Wait::kNothing, expected);
  const auto value = static_cast<uint32_t>(value_at(a, 4));
  if (value != expected) {
    record(value, 0, kFailed);
    spin_read(a, 4, value);
    errno = EAGAIN;
    return -1;
  }
  Thread& t = self();
  record(value, !timed ? kNoDeadline : t.tired ? kTired : kMayGiveUp);
  t.signalled = false;
  t.timed = timed;
  g.next[g.current].op = Op::kTimeout;
  block(Wait::kFutex, a);
  t.timed = false;
  spin_waited();
  t.tired = false;
  if (t.signalled) {
    spin_dirty();
    return 0;
  }
  g.next[g.current].flags = kAtomic;
  record(1);
  pass_deadline(deadline);
  errno = ETIMEDOUT;
  return -1;
}

// Wakes up to `count` waiters; which ones is a choice.
long futex_wake(uint64_t a, uint32_t count, uint64_t position, uint8_t flags) {
  // Who wakes up others at an address does not look at what is there. It may be gone: a semaphore's owner may have seen the
  // count and left.
  if (!(is_gone(a) ? is_shared(a & ~uint64_t{7}) : object_is_visible(a, 4, position).visible)) return 0;
  reach(Op::kFutexWake, a, 4, position, kAtomic | flags, Wait::kNothing, count);
  ThreadId who[kMaxThreads];
  int n = 0;
  for (int t = 0; t < g.live; ++t)
    if (g.thread[t].status == Status::kAlive && g.thread[t].wait == Wait::kFutex && g.thread[t].wait_object == a &&
        !g.thread[t].signalled)
      who[n++] = static_cast<ThreadId>(t);
  uint64_t woken = 0;
  while (n > 0 && woken < count) {
    const int k = count >= static_cast<uint32_t>(n) + woken ? 0 : choose_value(n);
    g.thread[who[k]].signalled = true;
    g.thread[who[k]].timed = false;
    resume(who[k]);
    who[k] = who[--n];
    ++woken;
  }
  if (woken > 0) spin_dirty();
  record(woken);
  return static_cast<long>(woken);
}

// `flags`: kUnused if nobody looks at the result.
long call_system(long number, const long (&a)[6], uint64_t position, uint8_t flags) {
  switch (number) {
    case SYS_futex: {
      const int operation = static_cast<int>(a[1]) & FUTEX_CMD_MASK;
      const auto* timeout = reinterpret_cast<const timespec*>(a[3]);
      const auto address = static_cast<uint64_t>(a[0]);
      if (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) {
        uint64_t deadline = timeout ? nanoseconds(timeout) : 0;
        if (timeout && operation == FUTEX_WAIT) deadline += self().clock;
        return futex_wait(address, static_cast<uint32_t>(a[2]), timeout != nullptr, deadline, position);
      }
      if (operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET)
        return futex_wake(address, static_cast<uint32_t>(a[2]), position, flags);
      unsupported(position, "futex operation %d is not supported", operation);
    }
    case SYS_mmap:
      return static_cast<long>(
          at(map_memory(reinterpret_cast<void*>(a[0]), static_cast<size_t>(a[1]), static_cast<int>(a[2]),
                        static_cast<int>(a[3]), static_cast<int>(a[4]), a[5], position)));
    case SYS_munmap: return unmap_memory(reinterpret_cast<void*>(a[0]), static_cast<size_t>(a[1]), position);
    case SYS_sched_yield: return 0;
    default: break;
  }
  if (!running()) return real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  spin_dirty();
  const long answer = answer_call(number, a, position);
  if (!failed(answer)) return answer;
  errno = static_cast<int>(-answer);
  return -1;
}

struct Arguments {
  long a[6];
};

Arguments arguments(va_list list) {
  Arguments all;
  for (long& x : all.a) x = va_arg(list, long);
  return all;
}

long call_uncontrolled(long number, const Arguments& all) {
  const auto& a = all.a;
  if (real.syscall == nullptr) real_start();
  return real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

}  // namespace
}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

HEDDLE_API long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  const Arguments all = arguments(list);
  va_end(list);
  return controlled() ? call_system(number, all.a, HERE, 0) : call_uncontrolled(number, all);
}

// std::future, in libstdc++'s shared library: __atomic_futex_unsigned_base::_M_futex_notify_all. It does not look at the result.
HEDDLE_API void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(unsigned* word) {
  const Arguments all{{static_cast<long>(at(word)), FUTEX_WAKE, INT_MAX, 0, 0, 0}};
  if (controlled()) call_system(SYS_futex, all.a, HERE, kUnused);
  else call_uncontrolled(SYS_futex, all);
}

HEDDLE_API long __heddle_syscall_unused(long number, ...) {
  va_list list;
  va_start(list, number);
  const Arguments all = arguments(list);
  va_end(list);
  return controlled() ? call_system(number, all.a, HERE, kUnused) : call_uncontrolled(number, all);
}
