// VERDICT: bug:assertion
// REPORT: __VERIFIER_error
// RUN:
// REPORT: __VERIFIER_error
#include <pthread.h>
extern void __VERIFIER_error(void);
static int x;
static void* run(void* a) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  if (x == 1) __VERIFIER_error();  // BUG
  pthread_join(t, 0);
  return 0;
}
