// VERDICT: verified
// The competition's assumption is written with abort; an abort elsewhere is a finding.
#include <pthread.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
void assume_abort_if_not(int condition) {
  if (!condition) abort();
}
int main(void) {
  int b = __VERIFIER_nondet_bool();
  assume_abort_if_not(b);
  if (!b) reach_error();
  return 0;
}
