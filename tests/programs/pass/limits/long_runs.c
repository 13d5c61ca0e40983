// RUN: --engine dpor --max-executions 5 --max-steps 1000000 --time-limit 60s
// VERDICT: inconclusive
// REASON: limit of 5 executions
// 480,000 steps a run: finding the races of a step must not look at all steps before it.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x[64], y;
void *run(void *argument) {
  for (int i = 0; i < 80000; i++) {
    x[i % 64] = i;
    if (y) y = 0;
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
