/* A sequence lock: a writer with W rounds, N readers that give up if they met it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef W
#define W 1
#endif

atomic_int sequence, low, high;

void *writer(void *argument) {
  for (int i = 1; i <= W; i++) {
    atomic_fetch_add(&sequence, 1);
    low = i;
    high = i;
    atomic_fetch_add(&sequence, 1);
  }
  return 0;
}

void *reader(void *argument) {
  int before = sequence;
  int a = low, b = high;
  int after = sequence;
  if (before == after && before % 2 == 0) assert(a == b);
  return 0;
}

int main(void) {
  pthread_t w, r[N];
  pthread_create(&w, 0, writer, 0);
  for (int i = 0; i < N; i++) pthread_create(&r[i], 0, reader, 0);
  for (int i = 0; i < N; i++) pthread_join(r[i], 0);
  pthread_join(w, 0);
  return 0;
}
