// A local without an initialiser.
// VERDICT: bug:assertion
#include <assert.h>
static void fill(int* p, int n) {
  if (n > 3) *p = 0;
}
int main(int argc, char** argv) {
  int value;
  fill(&value, argc);
  assert(value == 0);  // BUG
  return 0;
}
