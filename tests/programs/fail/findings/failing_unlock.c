// VERDICT: bug:assertion
// RUN: --engine dfs
// RUN: --engine dpor
// An error-checking mutex refuses an unlock by a thread that does not hold it; which one that is depends on the schedule.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int x;
static void* other(void* a) {
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&m);
  assert(x == 0);  // BUG
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
