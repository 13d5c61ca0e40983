// VERDICT: bug:assertion
// REPORT: read n = 0
// RUN:
// RUN: -O0
// RUN: -O2
// RUN: --engine random
// RUN: --executor remote
#include <assert.h>
#include <pthread.h>

static int n;
static void* run(void* x) {
  n++;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);  // BUG
  return 0;
}
