// VERDICT: bug:crash
// REPORT: 0x123456789000
#include <pthread.h>
static volatile int x;
static void crash(void) {
  *(volatile int*)0x123456789000 = 1;  // BUG
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
