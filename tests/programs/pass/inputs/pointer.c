// VERDICT: inconclusive
// REASON: asks for a pointer as input
// A pointer that is compared with another is not.
extern void* __VERIFIER_nondet_pointer(void);
extern void reach_error(void);
static int sum;
int main(void) {
  if (__VERIFIER_nondet_pointer() == &sum) reach_error();
  return 0;
}
