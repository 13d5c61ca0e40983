// VERDICT: bug:assertion
// RUN:
// RUN: --engine dpor
// RUN: --engine optimal
// The execution in which the timed lock gives up must be explored.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* a) {
  struct timespec until = {2000000000, 0};
  assert(pthread_mutex_timedlock(&m, &until) == 0);  // BUG
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, run, 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
