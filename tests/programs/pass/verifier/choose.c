// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=13
// heddle_choose: 3 x 4 values, and one value needs no choice; 1 execution more for the extra branch.
#include "heddle/heddle.h"
int main(void) {
  int a = heddle_choose(3), b = heddle_choose(4);
  heddle_assert(a >= 0 && a < 3 && b >= 0 && b < 4);
  heddle_assert(heddle_choose(1) == 0);
  if (a == 1 && b == 2) heddle_assert(heddle_choose(2) < 2);
  return 0;
}
