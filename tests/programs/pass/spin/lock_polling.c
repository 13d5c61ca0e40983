// VERDICT: verified
// RUN:
// RUN: --engine dpor
// EXECUTIONS: dpor=2
// RUN: --engine optimal
// EXECUTIONS: optimal=2
// Polling a variable under a lock: lock, look, unlock, again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;
static void* run(void* x) {
  for (;;) {
    pthread_mutex_lock(&m);
    int r = ready;
    pthread_mutex_unlock(&m);
    if (r) break;
  }
  assert(data == 5);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  data = 5;
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
