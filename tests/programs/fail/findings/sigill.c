// VERDICT: bug:crash
// REPORT: illegal instruction
#include <pthread.h>
static volatile int x;
static void crash(void) {
  __builtin_trap();  // BUG
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
