// VERDICT: bug:assertion
#include <assert.h>
int main(void) {
  int x = 1;  // BUG
  assert(x == 0);
}
