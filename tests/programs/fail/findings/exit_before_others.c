// The process ends at once, but another thread may have come further before.
// VERDICT: bug:assertion
// RUN: -DHOW=_exit
// RUN: -DHOW=_Exit
// RUN: -DHOW=quick_exit
// RUN: -DHOW=exit
// RUN: -DHOW=_exit --engine dfs
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void* run(void* a) {
  assert(0);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  HOW(0);
}
