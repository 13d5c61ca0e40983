// VERDICT: verified
// Executions in which the assumption fails do not count, and what follows it holds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);
static atomic_int x;
static void* run(void* a) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int seen = x;
  __VERIFIER_assume(seen == 1);
  assert(x == 1);
  pthread_join(t, 0);
  return 0;
}
