// VERDICT: bug:assertion
// REPORT: heddle_assert
// One value of a hundred fails, and the choice replays.
#include <heddle/heddle.h>
int main(void) {
  int a = heddle_choose(10), b = heddle_choose(10);
  heddle_assert(a * 10 + b != 73);  // BUG
  return 0;
}
