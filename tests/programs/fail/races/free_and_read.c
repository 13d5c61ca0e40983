// VERDICT: bug:race
// REPORT: free of 8 bytes, not ordered with a read by another thread
// RUN: --max-executions 1
// The first run frees last, so nothing is accessed after it; that the order is left to chance is the bug.
#include <pthread.h>
#include <stdlib.h>

static int* p;
static void* owner(void* a) {
  free(p);  // BUG
  return 0;
}

int main(void) {
  pthread_t t;
  p = calloc(1, 8);
  pthread_create(&t, 0, owner, 0);
  int seen = *p;
  pthread_join(t, 0);
  return seen;
}
