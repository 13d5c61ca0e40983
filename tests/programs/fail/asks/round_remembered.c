// VERDICT: bug:assertion
// A waiting loop whose last but one value lives on: it may not sleep through a value.
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* count(void* p) {
  for (int i = 1; i <= 4; i++) x = i;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  int old, v = 0;
  do {
    old = v;
    v = x;
  } while (v < 4);
  assert(old != 2);  // BUG
  pthread_join(t, 0);
  return 0;
}
