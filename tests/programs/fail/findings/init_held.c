// VERDICT: bug:lock-misuse
// REPORT: unlock of a mutex that is not locked
// RUN: --engine mcr
// RUN: --engine dpor
// The mutex is set up after the thread was started, perhaps while it is held.
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void* run(void* a) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);  // BUG
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_init(&m, 0);
  pthread_join(t, 0);
  return 0;
}
