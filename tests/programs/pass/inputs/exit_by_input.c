// VERDICT: verified
// EXECUTIONS: mcr=2
// A thread ends the process if the input says so. Whoever wants to join it never does.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static _Atomic int done;
static void* run(void* p) {
  if (__VERIFIER_nondet_int() == 300) exit(0);
  done = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(done == 1);
  return 0;
}
