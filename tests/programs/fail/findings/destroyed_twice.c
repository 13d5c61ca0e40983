// VERDICT: bug:lock-misuse
// REPORT: destroyed_twice.c:14:3: error: destruction of a mutex that was destroyed
// REPORT: destroyed_twice.c:18:3: error: destruction of a mutex that was destroyed
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine mcr --keep-going
// Whoever comes second is wrong, and nothing else is ever done with the mutex.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* one(void* a) {
  pthread_mutex_destroy(&m);  // BUG
  return 0;
}
static void* two(void* a) {
  pthread_mutex_destroy(&m);  // BUG
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, two, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
