// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=4
// Two booleans: four executions.
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);
int main(void) {
  bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  return (a && b) * 0;
}
