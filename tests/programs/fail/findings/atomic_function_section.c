// VERDICT: bug:assertion
// RUN: --engine dfs
// A function named __VERIFIER_atomic_* is one step, but two calls of such functions are two.
#include <assert.h>
#include <pthread.h>

static int m;
static int __VERIFIER_atomic_read(void) { return m; }
static void __VERIFIER_atomic_write(int v) { m = v; }
static void* run(void* a) {
  __VERIFIER_atomic_write(__VERIFIER_atomic_read() + 1);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(m == 2);  // BUG
  return 0;
}
