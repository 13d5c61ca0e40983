// There is one sequence of random numbers for all threads: who gets the first one depends on the schedule.
// VERDICT: bug:assertion
// RUN:
// RUN: --engine dfs
// RUN: --engine optimal
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void* run(void* a) {
  assert(rand() == 1804289383);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  rand();
  pthread_join(t, 0);
  return 0;
}
