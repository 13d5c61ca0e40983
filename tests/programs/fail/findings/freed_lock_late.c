// VERDICT: bug:use-after-free
// REPORT: freed_lock_late.c:21:5: error: access to byte
// REPORT: freed_lock_late.c:22:5: error: access to byte
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine optimal --keep-going
// RUN: --engine mcr --keep-going
// The lock may be freed before it is taken, even before the thread comes to it, or while it is held.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int ready;
static pthread_mutex_t* m;
static void* frees(void* a) {
  ready = 1;
  free(m);
  return 0;
}
static void* uses(void* a) {
  if (ready) {
    pthread_mutex_lock(m);    // BUG
    pthread_mutex_unlock(m);  // BUG
  }
  return 0;
}
int main(void) {
  pthread_t t[2];
  m = malloc(sizeof *m);
  pthread_mutex_init(m, 0);
  pthread_create(&t[0], 0, frees, 0);
  pthread_create(&t[1], 0, uses, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
