// VERDICT: bug:assertion
// The input is found by the solver: 56789 * 56789 modulo 2^32.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n > 1000 && n < 65536);
  assert(n * n != 56789u * 56789u);  // BUG
  return 0;
}
