// VERDICT: bug:assertion
// REPORT: reach_error
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == -2147483647 - 1) reach_error();  // BUG
  return 0;
}
