// VERDICT: verified
// EXECUTIONS: mcr=2
// What is assumed of inputs holds afterwards, in every thread. The first run has an input that is not counted.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int n, big;
static void* run(void* p) {
  if (n > 500) big = 1;
  return 0;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 100 && n < 1000);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(n != 100);
  assert(n != 1000);
  pthread_join(t, 0);
  assert(big == (n > 500));
  return 0;
}
