// VERDICT: bug:assertion
// RUN: --max-steps 300
// RUN: --engine dfs --max-steps 300
// The first runs are longer than allowed. They are given up, and the search goes on to one that fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, n;

static void* run(void* argument) {
  flag = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  if (flag == 0)
    for (int i = 0; i < 1000; i++) n++;
  else
    assert(n == 1);  // BUG
  pthread_join(t, 0);
  return 0;
}
