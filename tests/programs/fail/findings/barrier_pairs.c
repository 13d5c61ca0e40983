// Three threads and a barrier for two: whichever two meet, the third waits for ever.
// VERDICT: bug:deadlock
// RUN: --engine dpor --keep-going
// EXECUTIONS: dpor=3
// RUN: --engine optimal --keep-going
// EXECUTIONS: optimal=3
// BLOCKED: 0
// RUN: --engine mcr
#include <pthread.h>

static pthread_barrier_t b;

static void *meet(void *argument) {
  pthread_barrier_wait(&b);  // BUG
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&b, 0, 2);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, meet, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
