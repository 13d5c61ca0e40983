// A program that counts on zeros in fresh memory.
// VERDICT: bug:assertion
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int* p = malloc(sizeof(int) * 4);
  int sum = 0;
  for (int i = 0; i < 4; i++) sum |= p[i];
  assert(sum == 0);  // BUG
  free(p);
  return 0;
}
