// VERDICT: verified
// RUN: --engine dfs
// Random numbers are those of the C library, in every execution.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include "several_runs.h"
int main(void) {
  assert(rand() == 1804289383 && rand() == 846930886);
  srand(42);
  assert(rand() == 71876166 && random() == 708592740);
  srandom(1);
  assert(random() == 1804289383);
  unsigned seed = 1;
  assert(rand_r(&seed) == 476707713);
  assert(lrand48() == 0);
  srand48(1);
  assert(lrand48() == 89400484 && mrand48() == 1952030186);
  char state[64];
  initstate(7, state, sizeof state);
  several_runs();
  return 0;
}
