// VERDICT: bug:lock-misuse
// REPORT: a condition variable is destroyed while a thread waits on it
// REPORT: cond_destroyed_waiting.c:17:18: error: use of a condition variable that was destroyed
// REPORT: cond_destroyed_waiting.c:25:3: error: use of a condition variable that was destroyed
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine mcr --keep-going
// Everybody who waits is woken in the end, but the condition may be gone before; and nobody is told anything new by that.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int other;
static int ready;
static void* waits(void* a) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);  // BUG
  pthread_mutex_unlock(&m);
  other++;
  return 0;
}
static void* wakes(void* a) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);  // BUG
  pthread_mutex_unlock(&m);
  return 0;
}
static void* works(void* a) {
  other++;
  return 0;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, waits, 0);
  pthread_create(&u, 0, wakes, 0);
  pthread_create(&v, 0, works, 0);
  pthread_join(v, 0);
  pthread_cond_destroy(&c);  // BUG
  pthread_join(t, 0);
  pthread_join(u, 0);
  return other - 2;
}
