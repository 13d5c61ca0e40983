// VERDICT: inconclusive
// RUN: --engine dfs --time-limit 500ms
// REASON: time limit
// RUN: --engine dfs --max-executions 100
// REASON: limit of 100 executions
// EXECUTIONS: dfs=100
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* run(void* a) {
  for (int i = 0; i < 30; i++) x++;
  return 0;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
