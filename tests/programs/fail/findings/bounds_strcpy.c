// VERDICT: bug:out-of-bounds
#include <stdlib.h>
#include <string.h>
static const char* volatile text = "eight by";
int main(void) {
  char* volatile p = malloc(8);
  strcpy(p, text);  // BUG
  return 0;
}
