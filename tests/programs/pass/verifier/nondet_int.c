// VERDICT: verified
// RUN: --engine mcr
// EXECUTIONS: mcr=1
// RUN: --engine dpor
// VERDICT: inconclusive
// REASON: __VERIFIER_nondet_int
// mcr covers all inputs; other engines try a few, without a claim of completeness.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n == 12345 ? 0 : 0;
}
