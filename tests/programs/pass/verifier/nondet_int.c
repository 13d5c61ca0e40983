// VERDICT: inconclusive
// REASON: __VERIFIER_nondet_int
// An integer input is sampled, not covered: no claim of completeness.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n == 12345 ? 0 : 0;
}
