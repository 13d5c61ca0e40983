// VERDICT: verified
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine dpor-classic --keep-going
// RUN: --engine optimal --keep-going
// RUN: --engine icb+dpor --keep-going
// RUN: --engine mcr --keep-going
// A section that lets a waiting loop go on, and one that creates a thread: both end before the other does anything.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x, y, z;
static void* waits(void* a) {
  while (!y)
    ;
  assert(x == 1);
  return 0;
}
static void* begins(void* a) {
  assert(z == 1);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waits, 0);
  __VERIFIER_atomic_begin();
  y = 1;
  x = 1;
  pthread_create(&t[1], 0, begins, 0);
  z = 1;
  __VERIFIER_atomic_end();
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
