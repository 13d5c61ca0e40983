// A thread may have ended already, or not.
// VERDICT: bug:assertion
// RUN: -DENDED=0
// RUN: -DENDED=1
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static void* nothing(void* none) { return none; }
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, nothing, NULL);
  const int ended = pthread_tryjoin_np(a, NULL) == 0;
  assert(ended == ENDED);  // BUG
  if (!ended) pthread_join(a, NULL);
  return 0;
}
