// Either store lets the loop go on without the other one: a thread that slept may see the first alone, the second alone, or both.
// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=8
// RUN: --engine dpor
// EXECUTIONS: dpor=6
// RUN: --engine optimal
// EXECUTIONS: optimal=6
// BLOCKED: 0
#include <pthread.h>
#include <stdint.h>

static union {
  uint64_t whole;
  uint32_t half[2];
} v;

static void *low(void *argument) {
  __atomic_store_n(&v.half[0], 1, __ATOMIC_SEQ_CST);
  return argument;
}

static void *high(void *argument) {
  __atomic_store_n(&v.half[1], 1, __ATOMIC_SEQ_CST);
  return argument;
}

static void *spin(void *argument) {
  while (__atomic_load_n(&v.whole, __ATOMIC_SEQ_CST) == 0) {
  }
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, spin, 0);
  pthread_create(&threads[1], 0, low, 0);
  pthread_create(&threads[2], 0, high, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
