// VERDICT: bug:lock-misuse
// REPORT: destroyed_or_held.c:12:3: error: lock of a mutex that was destroyed
// REPORT: destroyed_or_held.c:16:3: error: a mutex is destroyed while it is locked
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine mcr --keep-going
// RUN: --engine mcr -j2 --keep-going
// Both orders are wrong, and no run gets beyond the destruction before the first of them was found.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* takes(void* a) {
  pthread_mutex_lock(&m);  // BUG
  return 0;
}
static void* destroys(void* a) {
  pthread_mutex_destroy(&m);  // BUG
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, takes, 0);
  pthread_create(&t[1], 0, destroys, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
