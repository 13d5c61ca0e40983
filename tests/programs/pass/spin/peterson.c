// VERDICT: verified
// RUN:
// RUN: --engine dpor
// EXECUTIONS: dpor=12
// RUN: --engine optimal
// EXECUTIONS: optimal=12
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn, inside;
static void* run(void* x) {
  int me = (int)(long)x, other = 1 - me;
  flag[me] = 1;
  turn = other;
  while (flag[other] && turn == other) {
  }
  assert(++inside == 1);
  inside--;
  flag[me] = 0;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
