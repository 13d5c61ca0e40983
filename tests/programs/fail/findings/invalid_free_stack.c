// VERDICT: bug:invalid-free
#include <stdlib.h>
int main(void) {
  int local = 1;
  int* volatile p = &local;
  free(p);  // BUG
  return 0;
}
