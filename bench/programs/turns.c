// THREADS threads take turns with one counter, each looking at it twice. Few executions show all that a thread can see, but
// there are millions of states to be sure of it: what mcr does here is search its pool, alone or with -j.
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 7
#endif

static atomic_int turn;
static int got[THREADS];

static void *take(void *p) {
  int seen = turn;
  turn = seen + 1;
  *(int *)p = turn;
  return 0;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], 0, take, &got[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
  return 0;
}
