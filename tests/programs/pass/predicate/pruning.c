// VERDICT: verified
// RUN: --engine dpor --check assertion,deadlock
// EXECUTIONS: dpor=2
// RUN: --engine optimal --check assertion,deadlock
// EXECUTIONS: optimal=2
// RUN: --engine dpor-predicate
// EXECUTIONS: dpor-predicate=3
// RUN: --engine dpor --check assertion,deadlock --no-prune
// EXECUTIONS: dpor=6
// Two threads write, the main thread looks when both are done: only who was last matters.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void* first(void* unused) {
  a = 1;
  a = 2;
  return 0;
}
static void* second(void* unused) {
  a = 3;
  a = 4;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a != 1 && a != 3);
}
