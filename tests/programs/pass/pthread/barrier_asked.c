// One thread asks whether it came last, so its place among the others matters; theirs among themselves does not.
// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=6
// RUN: --engine dpor
// EXECUTIONS: dpor=4
// RUN: --engine optimal
// EXECUTIONS: optimal=4
// BLOCKED: 0
// RUN: --engine mcr
// EXECUTIONS: mcr=2
#include <pthread.h>

static pthread_barrier_t b;

static void *meet(void *argument) {
  pthread_barrier_wait(&b);
  return argument;
}

static void *ask(void *argument) { return pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD ? argument : 0; }

int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&b, 0, 3);
  pthread_create(&threads[0], 0, ask, &b);
  pthread_create(&threads[1], 0, meet, 0);
  pthread_create(&threads[2], 0, meet, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
