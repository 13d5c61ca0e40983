// One byte too many, by a library function, in a function's static buffer of an odd size.
// VERDICT: bug:out-of-bounds
// REPORT: 1 bytes behind the end of the static array buffer of format of 13 bytes
// RUN: -O0
// RUN: -O2
#include <stdio.h>
#include <string.h>
__attribute__((noinline)) static char *format(const char *text) {
  static char buffer[13];
  return strcpy(buffer, text);  // BUG
}
int main(int argc, char **argv) {
  char text[] = "0123456789abc";
  text[0] += (char)argc;
  return format(text)[0] == 'x';
}
