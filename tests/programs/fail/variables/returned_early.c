// The function that made the local returns when a flag says so, and the thread raises the flag too early.
// VERDICT: bug:use-after-return
// REPORT: local variable job of start, which has returned
// RUN: -O0
// RUN: -O1
// RUN: -O2 --engine dpor
// RUN: -O2 --engine icb
#include <pthread.h>
#include <stdatomic.h>
struct job { int n; };
static atomic_int taken;
static pthread_t t;
static void *work(void *p) {
  struct job *j = p;
  taken = 1;
  return (void *)(long)j->n;  // BUG
}
__attribute__((noinline)) static void start(void) {
  struct job job = {3};
  pthread_create(&t, 0, work, &job);
  while (!taken) {
  }
}
int main(void) {
  start();
  pthread_join(t, 0);
  return 0;
}
