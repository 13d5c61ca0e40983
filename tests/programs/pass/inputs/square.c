// VERDICT: verified
// EXECUTIONS: mcr=1
// It takes a solver to see that no input fails: a run has shown the answer yes, and no is impossible.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned rest = (n * n) % 4;
  assert(rest != 2);
  assert(rest != 3);
  return 0;
}
