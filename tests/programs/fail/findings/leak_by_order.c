// Nobody looks at what the two have written, but whether the block is still reachable in the end depends on who came last.
// RUN: --leaks
// VERDICT: bug:leak
// FALLBACK: what is left in memory
// RUN: --leaks -DOTHER
// VERDICT: bug:leak
// FALLBACK: what is left in memory
// RUN: --leaks --engine mcr
// VERDICT: bug:leak
// FALLBACK: what is left in memory
// RUN: --leaks --engine mcr -DOTHER
// VERDICT: bug:leak
// FALLBACK: what is left in memory
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(void*) slot;

static void* put(void* unused) {
  atomic_store(&slot, malloc(8));  // BUG
  return 0;
}
static void* empty(void* unused) {
  atomic_store(&slot, (void*)0);
  return 0;
}

int main(void) {
  pthread_t a, b;
#ifdef OTHER
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, empty, 0);
#else
  pthread_create(&a, 0, empty, 0);
  pthread_create(&b, 0, put, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
}
