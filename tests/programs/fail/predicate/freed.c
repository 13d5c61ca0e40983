// VERDICT: bug:use-after-free
// RUN: --engine dpor --check use-after-free
// RUN: --engine mcr --check memory
// RUN: --engine optimal --check memory,deadlock
// Whether the other thread still gets there in time is a matter of memory errors, not of assertions.
#include <pthread.h>
#include <stdlib.h>

static int* shared;

static void* use(void* unused) {
  *shared = 1;  // BUG
  return 0;
}

int main(void) {
  pthread_t a;
  shared = malloc(sizeof *shared);
  pthread_create(&a, 0, use, 0);
  free(shared);  // BUG
  pthread_join(a, 0);
}
