// VERDICT: verified
// EXECUTIONS: mcr=4
// RUN: --engine mcr
// RUN: --engine dfs
// EXECUTIONS: dfs=4
// A pointer of which only is looked whether it is null is a choice of two.
extern void* __VERIFIER_nondet_pointer(void);
extern void reach_error(void);
static int sum;
int main(void) {
  if (__VERIFIER_nondet_pointer()) sum += 1;
  if (__VERIFIER_nondet_pointer() != 0) sum += 2;
  if (sum > 3) reach_error();
  return 0;
}
