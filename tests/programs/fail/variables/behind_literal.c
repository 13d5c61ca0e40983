// VERDICT: bug:out-of-bounds
// REPORT: behind the end of the string literal of 6 bytes
// RUN: -O0
#include <string.h>
__attribute__((noinline)) static int sum(const char *p, int n) {
  int s = 0;
  while (n-- > 0) s += *(const volatile char *)p++;  // BUG
  return s;
}
int main(int argc, char **argv) { return sum("short", 30 + argc) == 1; }
