// VERDICT: bug:out-of-bounds
// REPORT: 4 bytes behind the end of the global array table of 40 bytes
// RUN: -O0
// RUN: -O1
// RUN: -O2 --engine dpor
#include <pthread.h>
int table[10];
static int neighbour = 1;
static void *fill(void *p) {
  for (int i = 0; i <= *(int *)p; i++) table[i] = neighbour;  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  static int n = 10;
  pthread_create(&t, 0, fill, &n);
  pthread_join(t, 0);
  return 0;
}
