// VERDICT: verified
// A spin lock with a counter that decides between spinning, pausing, yielding and sleeping, as Boost's: the
// counter changes in every round, so the rounds are not equal, but nothing else depends on it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int l;
static int n;
static void yield(unsigned k) {
  if (k < 4) {
  } else if (k < 16) {
    __asm__ __volatile__("pause");
  } else if (k < 32 || k & 1) {
    sched_yield();
  } else {
    struct timespec t = {0, 1000};
    nanosleep(&t, 0);
  }
}
static void* run(void* x) {
  for (unsigned k = 0; atomic_exchange(&l, 1); ++k) yield(k);
  n++;
  l = 0;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  return 0;
}
