// VERDICT: bug:assertion
// RUN: --race=ignore
// RUN: --race=ignore --engine dpor
// The same with strings.
#include <assert.h>
#include <pthread.h>
#include <string.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static char a[8] = "old", b[8] = "old";

static void* change(void* x) {
  __VERIFIER_atomic_begin();
  a[0] = 'O';
  b[0] = 'O';
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  assert(strcmp(a, b) == 0);  // BUG
  pthread_join(t, 0);
  return 0;
}
