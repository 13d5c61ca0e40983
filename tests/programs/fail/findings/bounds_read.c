// VERDICT: bug:out-of-bounds
// One byte behind the end, and (second run) one byte before the beginning.
// RUN: -DAT=13
// RUN: -DAT=-1
#include <stdlib.h>
#include <string.h>
int main(void) {
  char* volatile p = malloc(13);
  memset(p, 1, 13);
  return p[AT] == 77;  // BUG
}
