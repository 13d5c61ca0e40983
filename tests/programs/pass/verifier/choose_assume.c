// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=5
// BLOCKED: 5
// heddle_assume keeps half of ten values.
#include <heddle/heddle.h>
int main(void) {
  int a = heddle_choose(10);
  heddle_assume(a % 2 == 0);
  heddle_assert(a != 3);
  return 0;
}
