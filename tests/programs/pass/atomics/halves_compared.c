// Whether a compare-exchange of the whole succeeds before a store to a half of it, or the other way round, follows from the run
// in which it came after it: optimal gives up no run.
// VERDICT: verified
// RUN: --engine dfs
// RUN: --engine dpor
// EXECUTIONS: dpor=24
// RUN: --engine optimal
// EXECUTIONS: optimal=24
// BLOCKED: 0
#include <pthread.h>
#include <stdint.h>

static union {
  uint64_t whole;
  uint32_t half[2];
} v;

static void *first(void *argument) {
  uint64_t expected = 1;
  __atomic_compare_exchange_n(&v.whole, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  __atomic_store_n(&v.half[0], 2, __ATOMIC_SEQ_CST);
  return argument;
}

static void *second(void *argument) {
  __atomic_store_n(&v.whole, 0, __ATOMIC_SEQ_CST);
  (void)__atomic_load_n(&v.half[1], __ATOMIC_SEQ_CST);
  return argument;
}

static void *third(void *argument) {
  uint64_t expected = (uint64_t)1 << 32;
  __atomic_compare_exchange_n(&v.whole, &expected, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  __atomic_store_n(&v.half[0], 1, __ATOMIC_SEQ_CST);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_create(&threads[2], 0, third, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
