// VERDICT: bug:out-of-bounds
// REPORT: behind the end of local variable
// RUN: -O0
// RUN: -O2
#include <pthread.h>
#include <string.h>
__attribute__((noinline)) static void clear(char *p, int n) {
  memset(p, 0, n);  // BUG
}
__attribute__((noinline)) static int use(int n) {
  char room[n];
  clear(room, n + 1);
  return room[0];
}
int main(int argc, char **argv) { return use(argc + 20); }
