// VERDICT: bug:use-after-return
// REPORT: local variable mine of work, whose thread has ended
// RUN: -O0
// RUN: -O2
#include <pthread.h>
static void *work(void *unused) {
  int mine[4] = {5};
  void *volatile p = mine;
  return p;
}
int main(void) {
  pthread_t t;
  void *p;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, &p);
  return *(int *)p == 6;  // BUG
}
