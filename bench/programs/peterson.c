/* Peterson's lock between two threads, N rounds each; the loop waits for two places at once. With TRIES, a thread that
 * found the lock taken so many times goes on to its next round without it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int wants[2], turn, inside;

static void visit(int me) {
  wants[me] = 1;
  turn = 1 - me;
#ifdef TRIES
  int tries = 0;
  while (wants[1 - me] && turn == 1 - me)
    if (++tries == TRIES) {
      wants[me] = 0;
      return;
    }
#else
  while (wants[1 - me] && turn == 1 - me)
    ;
#endif
  assert(inside == 0);
  inside = 1;
  inside = 0;
  wants[me] = 0;
}

void *run(void *argument) {
  for (int i = 0; i < N; i++) visit((int)(long)argument);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
