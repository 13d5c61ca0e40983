// An exit code other than 0 is a finding when asked for.
// RUN: --race=ignore
// VERDICT: verified
// RUN: --race=ignore --exit-code
// VERDICT: bug:exit-code
// REPORT: exit code 3
#include <pthread.h>
static volatile int x;
static void* run(void* a) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int r = x ? 3 : 0;
  pthread_join(t, 0);
  return r;
}
