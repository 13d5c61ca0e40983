// VERDICT: bug:assertion
// RUN: --engine mcr
// RUN: --engine dpor
// RUN: --engine dfs
// A loop that polls under a lock changes nothing, but a try finds the lock taken, here in two of its rounds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop;

static void* poll(void* a) {
  for (int stopped = 0; !stopped;) {
    pthread_mutex_lock(&m);
    stopped = stop;
    pthread_mutex_unlock(&m);
  }
  return a;
}

int main(void) {
  pthread_t t;
  int busy = 0;
  pthread_create(&t, 0, poll, 0);
  for (int i = 0; i < 2; i++) {
    if (pthread_mutex_trylock(&m) != 0) {
      busy++;
      pthread_mutex_lock(&m);
    }
    pthread_mutex_unlock(&m);
  }
  assert(busy < 2);  // BUG
  stop = 1;
  pthread_join(t, 0);
  return 0;
}
