// VERDICT: bug:deadlock
// RUN: --keep-going
// A try that succeeds and is never given back: the other thread waits for ever, at its first lock or at its second.
// REPORT: deadlock_two_places.c:13 in run
// REPORT: deadlock_two_places.c:15 in run
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* take(void* a) {
  pthread_mutex_trylock(&m);
  return 0;
}
static void* run(void* a) {
  pthread_mutex_lock(&m);  // BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);  // BUG
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, take, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
