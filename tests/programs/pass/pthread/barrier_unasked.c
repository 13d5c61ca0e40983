// Nobody asks who came last, so it does not matter in which order they come: of two rounds one run is enough.
// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=36
// RUN: --engine dpor
// EXECUTIONS: dpor=1
// BLOCKED: 0
// RUN: --engine optimal
// EXECUTIONS: optimal=1
// BLOCKED: 0
// RUN: --engine dpor-classic
// EXECUTIONS: dpor-classic=1
// RUN: --engine mcr
// EXECUTIONS: mcr=1
// RUN: --engine icb+dpor
#include <pthread.h>

static pthread_barrier_t b;

static void *meet(void *argument) {
  pthread_barrier_wait(&b);
  pthread_barrier_wait(&b);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&b, 0, 3);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, meet, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
