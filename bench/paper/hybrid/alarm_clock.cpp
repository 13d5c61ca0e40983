// Alarm clock: a clock ticks, a client sets an alarm and waits for it; all of it behind one lock.
#include "threads.h"
#ifdef BUG
#include <cassert>
#endif

static pthread_mutex_t clock_mutex = PTHREAD_MUTEX_INITIALIZER;
static int now, alarms[2], rung;

static void* tick(void*) {
  for (int i = 0; i < 2; ++i) {
    Guard guard(clock_mutex);
    ++now;
    if (alarms[0] != 0 && alarms[0] <= now) ++rung;
  }
  return nullptr;
}
static void* client(void*) {
#ifdef BUG
  const int when = now + 1;  // outside of the lock
#endif
  Guard guard(clock_mutex);
#ifdef BUG
  assert(when > now);
  alarms[0] = when;
#else
  alarms[0] = now + 1;
#endif
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, tick, nullptr);
  pthread_create(&b, nullptr, client, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
