// Whether a thread has ended already depends on more than the order of its visible steps.
// VERDICT: inconclusive
// REASON: pthread_tryjoin_np
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
static void *add(void *unused) {
  n++;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  n++;
  if (pthread_tryjoin_np(a, 0) != 0) pthread_join(a, 0);
  return 0;
}
