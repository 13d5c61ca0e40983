// VERDICT: bug:invalid-free
#include <stdlib.h>
static int global;
int main(void) {
  int* volatile p = &global;
  free(p);  // BUG
  return 0;
}
