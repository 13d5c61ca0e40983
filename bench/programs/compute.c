/* Long local computation between few shared accesses, as tests/programs/corpus/compute.c: a run should cost what the program itself costs.
 * Built without Heddle, REPEAT runs happen in one process, so that starting it weighs nothing. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef REPEAT
#define REPEAT 1
#endif

atomic_uint total;

void *run(void *argument) {
  unsigned h = (unsigned)(long)argument + 1;
  for (int i = 0; i < 200000; i++) {
    h ^= h << 13;
    h ^= h >> 17;
    h ^= h << 5;
  }
  total += h;
  return 0;
}

int main(void) {
  for (int round = 0; round < REPEAT; round++) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, run, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  }
  return 0;
}
