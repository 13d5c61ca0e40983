// Both bugs: a use after free where the free came first, a double free where it came after the use.
// VERDICT: bug
// REPORT: use-after-free
// REPORT: double-free
// RUN: --keep-going --race=ignore
// FALLBACK: the model does not say what an event does
// RUN: --keep-going --race=ignore --engine dpor
// RUN: --keep-going --race=ignore --engine dfs
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic p;
atomic_int sum;
static void *first(void *unused) {
  free(p);
  return 0;
}
static void *second(void *unused) {
  int *mine = p;
  sum += *mine;
  free(mine);
  return 0;
}
int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
