// A loop that asks again and again whether a thread has ended waits for its end.
// VERDICT: verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
static int value;
static void* set(void* none) {
  value = 1;
  return none;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, set, NULL);
  while (pthread_tryjoin_np(a, NULL) == EBUSY) sched_yield();
  assert(value == 1);
  return 0;
}
