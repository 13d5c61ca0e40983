// VERDICT: bug
// REPORT: assertion failed: 0
// RUN: --engine dpor --check assertion,deadlock
// RUN: --engine dpor --check assertion
// RUN: --engine optimal --check assertion,deadlock
// RUN: --engine mcr --check assertion,deadlock
// RUN: --engine dfs --check assertion,deadlock
// RUN: --engine dpor-predicate
// Nothing that the assertion computes with is shared: x only decides whether the loop ends, and most schedules step over the value
// that ends it: then it waits for ever, which is found too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* wait(void* unused) {
  while (x != 1) {  // BUG
  }
  assert(0);  // BUG
  return 0;
}

static void* write(void* unused) {
  x = 1;
  x = 2;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&b, 0, write, 0);
  pthread_create(&a, 0, wait, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
}
