// One byte too long, by a library function.
// VERDICT: bug:out-of-bounds
// REPORT: 1 bytes behind the end of local variable name of greet, of 10 bytes
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <stdio.h>
#include <string.h>
__attribute__((noinline)) static void put(char *to, const char *from) {
  strcpy(to, from);  // BUG
}
__attribute__((noinline)) static unsigned long greet(const char *who) {
  char name[10];
  put(name, who);
  return strlen(name);
}
int main(void) {
  volatile char who[] = "0123456789";
  return greet((const char *)who) == 3;
}
