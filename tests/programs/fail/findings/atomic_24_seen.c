// VERDICT: bug:assertion
// RUN: -latomic
// Accesses to 24-byte atomics are scheduling points: both outcomes exist.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  long i[3];
} Big;
static _Atomic Big big;
static void* run(void* x) {
  Big b = {{1, 1, 1}};
  atomic_store(&big, b);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  Big b = atomic_load(&big);
  Big c = atomic_load(&big);
  assert(b.i[0] == c.i[0]);  // BUG
  pthread_join(t, 0);
  return 0;
}
