// VERDICT: bug:crash
// REPORT: arithmetic
#include <pthread.h>
static volatile int x;
static void crash(void) {
  volatile int zero = 0; x = 100 / zero;  // BUG
}
static void* run(void* a) {
  if (x) crash();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
