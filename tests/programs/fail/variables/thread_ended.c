// A thread publishes the address of a local and ends by pthread_exit.
// VERDICT: bug:use-after-return
// REPORT: local variable mine of work, whose thread has ended
// RUN: -O0
// RUN: -O1
// RUN: -O1 --engine dpor
#include <pthread.h>
#include <stdatomic.h>
static _Atomic(int *) published;
static void *work(void *unused) {
  int mine = 5;
  published = &mine;
  pthread_exit(0);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  int *p = published;
  return *p == 6;  // BUG
}
