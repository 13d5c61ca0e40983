/* N threads, M atomic increments each: (N*M)! / (M!)^N interleavings, 1680 for the 3 x 3 of tests/programs/corpus/inc3x3.c.
 * KEEP makes the threads look at what their increments returned, so that no two of these interleavings are the same to them.
 * REPEAT makes the search see all of them so many times, since 1680 executions are over before a clock has moved. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <heddle/heddle.h>

#ifndef N
#define N 3
#endif
#ifndef M
#define M 3
#endif
#ifndef REPEAT
#define REPEAT 1
#endif

atomic_int x;

void *run(void *argument) {
#ifdef KEEP
  int last = -1;
  for (int i = 0; i < M; i++) {
    int seen = atomic_fetch_add(&x, 1);
    assert(seen > last);
    last = seen;
  }
#else
  for (int i = 0; i < M; i++) atomic_fetch_add(&x, 1);
#endif
  return 0;
}

int main(void) {
  pthread_t t[N];
#if REPEAT > 1
  heddle_choose(REPEAT);
#endif
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(x == N * M);
  return 0;
}
