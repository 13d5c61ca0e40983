// VERDICT: bug:lock-misuse
// REPORT: wait_mutex_destroyed.c:17:3: error: lock of a mutex that was destroyed
// REPORT: wait_mutex_destroyed.c:19:3: error: unlock of a mutex that was destroyed
// REPORT: wait_mutex_destroyed.c:23:3: error: a mutex is destroyed while it is locked
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine optimal --keep-going
// RUN: --engine mcr --keep-going
// FALLBACK: the model does not say what an event does
// Whoever waits for a condition has given the mutex back, so it can be destroyed meanwhile.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct timespec late = {1, 0};

static void* waits(void* a) {
  pthread_mutex_lock(&m);  // BUG
  pthread_cond_timedwait(&c, &m, &late);
  pthread_mutex_unlock(&m);  // BUG
  return 0;
}
static void* destroys(void* a) {
  pthread_mutex_destroy(&m);  // BUG
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waits, 0);
  pthread_create(&t[1], 0, destroys, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
