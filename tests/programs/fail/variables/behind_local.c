// VERDICT: bug:out-of-bounds
// REPORT: 4 bytes behind the end of local variable row of main, of 12 bytes
// RUN: -O0
// RUN: -O1
// RUN: -O2 --engine dpor
#include <pthread.h>
static void *fill(void *p) {
  int *row = p;
  for (int i = 0; i <= 3; i++) row[i] = i;  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  int row[3] = {0};
  pthread_create(&t, 0, fill, row);
  pthread_join(t, 0);
  return row[0];
}
