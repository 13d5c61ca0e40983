// FALLBACK: a run did not show what the model of the program says
// VERDICT: bug:assertion
// RUN: --keep-going
// A finding made is kept although other executions cannot be controlled.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int x;
static void* run(void* a) {
  int seen = x;
  if (seen == 2) fork();
  assert(seen != 1);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = 1;
  x = 2;
  pthread_join(t, 0);
  return 0;
}
