// VERDICT: bug:lock-misuse
// REPORT: destroyed while
// RUN: --engine mcr
// RUN: --engine dpor
// The mutex is destroyed as soon as a flag says so, but the flag is set inside.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void* run(void* a) {
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);  // BUG
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  if (done) pthread_mutex_destroy(&m);  // BUG
  pthread_join(t, 0);
  return 0;
}
