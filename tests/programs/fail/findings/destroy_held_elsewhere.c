// VERDICT: bug:lock-misuse
// REPORT: a mutex is destroyed while it is locked
// RUN: --engine mcr --keep-going
// The mutex is destroyed when it was seen to be taken and the second thread is gone. Whether it was given back before tells nobody
// anything new.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside, other;
static void* takes(void* a) {
  pthread_mutex_lock(&m);
  inside = 1;
  pthread_mutex_unlock(&m);
  other++;
  return 0;
}
static void* works(void* a) {
  other++;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, takes, 0);
  pthread_create(&u, 0, works, 0);
  const int late = inside;
  pthread_join(u, 0);
  if (late) pthread_mutex_destroy(&m);  // BUG
  pthread_join(t, 0);
  return other - 2;
}
