// VERDICT: bug:out-of-bounds
#include <stdlib.h>
#include <string.h>
int main(int argc, char** argv) {
  char* volatile p = malloc(10);
  memset(p, 0, (size_t)(10 + argc));  // BUG
  return 0;
}
