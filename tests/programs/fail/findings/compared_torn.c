// VERDICT: bug:assertion
// RUN: --race=ignore
// RUN: --race=ignore --engine dpor
// RUN: --race=ignore --engine optimal
// A comparison of two blocks reads one after the other: what it saw of the first may be old when it reads the second. At
// every moment they are equal.
#include <assert.h>
#include <pthread.h>
#include <string.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int a[4], b[4];

static void* change(void* x) {
  __VERIFIER_atomic_begin();
  a[1] = 1;
  b[1] = 1;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  assert(memcmp(a, b, sizeof a) == 0);  // BUG
  pthread_join(t, 0);
  return 0;
}
