// VERDICT: bug:race
// EXECUTIONS: dpor=4 dfs=6
// REPORT: by another thread
// REPORT: write counter = 1 (was 0), not atomic
// RUN: --engine dpor
// RUN: --engine dfs
// RUN: --engine dpor -j2
// RUN: --engine dpor --executor remote
// A race does not end the search: the counts are those of all of it.
#include <pthread.h>

static int counter;
static void* count(void* x) {
  counter++;  // BUG
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, count, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
