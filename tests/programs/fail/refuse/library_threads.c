// VERDICT: inconclusive
// REASON: timer_create
// A library that starts a thread of its own (a timer with SIGEV_THREAD).
#include <signal.h>
#include <time.h>
static void tick(union sigval v) {}
int main(void) {
  timer_t t;
  struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = tick};
  return timer_create(CLOCK_MONOTONIC, &e, &t);
}
