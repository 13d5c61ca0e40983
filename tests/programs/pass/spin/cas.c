// VERDICT: verified
// RUN:
// RUN: --engine dpor
// EXECUTIONS: dpor=48
// RUN: --engine optimal
// EXECUTIONS: optimal=48
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int l;
static int n;
static void* run(void* x) {
  int expected = 0;
  while (!atomic_compare_exchange_weak(&l, &expected, 1)) expected = 0;
  n++;
  l = 0;
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(n == 3);
  return 0;
}
