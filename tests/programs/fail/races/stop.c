// VERDICT: bug:race
// RUN: --race=stop --engine dfs
// EXECUTIONS: dfs=1
// RUN: --race=stop --keep-going --engine dfs
// EXECUTIONS: dfs=6
// With --race=stop a race ends the search like any other bug.
#include <pthread.h>

static int x;
static void* writer(void* a) {
  x = 1;  // BUG
  x = 2;  // BUG
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = x;  // BUG
  int again = x;  // BUG
  pthread_join(t, 0);
  return seen > again;
}
