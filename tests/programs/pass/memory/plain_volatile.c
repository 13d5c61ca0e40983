// VERDICT: verified
// RUN: --race=ignore --engine dfs
// EXECUTIONS: dfs=20
// Plain and volatile accesses are steps like atomic ones: two threads of three writes each, C(6,3) orders.
// volatile is no synchronisation: the accesses race.
#include <pthread.h>

static volatile int v;
static void* run(void* x) {
  for (int i = 0; i < 3; i++) v = i;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
