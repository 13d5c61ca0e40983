// VERDICT: bug:out-of-bounds
// REPORT: before the begin of local variable row of main, of 32 bytes
// RUN: -O0
// RUN: -O2
#include <pthread.h>
static void *fill(void *p) {
  long *row = p;
  for (int i = 3; i >= -1; i--) row[i] = i;  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  long row[4] = {0};
  pthread_create(&t, 0, fill, row);
  pthread_join(t, 0);
  return (int)row[0];
}
