// VERDICT: bug:invalid-free
#include <stdlib.h>
int main(void) {
  char* volatile p = malloc(100);
  p += 16;
  free(p);  // BUG
  return 0;
}
