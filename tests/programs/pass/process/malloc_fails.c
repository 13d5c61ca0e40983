// VERDICT: verified
// A single request that no machine could serve gets a null pointer, as it would outside.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  void* volatile p = malloc(SIZE_MAX / 4);
  assert(p == 0);
  return 0;
}
