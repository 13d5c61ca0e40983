// Has a thread ended? Both answers are tried, and one that has ended is ordered before.
// VERDICT: verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
static int value, early, late;
static void* set(void* none) {
  (void)none;
  value = 1;
  return &value;
}
int main(void) {
  pthread_t a;
  void* result;
  pthread_create(&a, NULL, set, NULL);
  const int error = pthread_tryjoin_np(a, &result);
  assert(error == 0 || error == EBUSY);
  if (error != 0) pthread_join(a, &result);
  assert(value == 1 && result == &value);
  return 0;
}
