// VERDICT: bug:assertion
// REPORT: abort was called
#include <pthread.h>
#include <stdlib.h>
static int x;
static void* run(void* a) {
  if (x) abort();  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
