// VERDICT: bug:assertion
// The counter of a backoff that is returned matters: it says how long the lock was taken.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int l = 1;
static unsigned lock(void) {
  unsigned k = 0;
  for (; atomic_exchange(&l, 1); ++k)
    if (k > 1) sched_yield();
  return k;
}
static void* run(void* x) {
  l = 0;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(lock() != 3);  // BUG
  pthread_join(t, 0);
  return 0;
}
