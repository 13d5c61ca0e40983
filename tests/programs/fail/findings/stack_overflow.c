// VERDICT: bug:crash
// REPORT: stack overflow
// RUN: -Wno-infinite-recursion
#include <pthread.h>
static volatile int depth;
static int endless(int n) {
  volatile char frame[200];
  frame[0] = (char)n;
  return endless(n + 1) + frame[0];
}
static void* run(void* a) {
  depth = endless(0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
