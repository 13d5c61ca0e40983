// VERDICT: bug:use-after-scope
// REPORT: local variable number of main after the block
// RUN: -O1
// RUN: -O2 --engine dpor
#include <pthread.h>
static void *look(void *p) {
  return (void *)(long)*(int *)p;  // BUG
}
int main(void) {
  pthread_t t;
  {
    int number = 7;
    pthread_create(&t, 0, look, &number);
  }
  pthread_join(t, 0);
  return 0;
}
