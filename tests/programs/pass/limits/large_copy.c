// VERDICT: inconclusive
// REASON: bytes that others may have changed since it read them
// RUN: --engine dpor --race=ignore
// A copy of more shared memory than is kept between its read and its write is not modelled exactly, and that is said.
#include <pthread.h>
#include <string.h>

static char from[100000], to[100000];

static void* change(void* x) {
  from[50000] = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  memcpy(to, from, sizeof from);
  pthread_join(t, 0);
  memcpy(from, to, sizeof from);
  return to[0];
}
