// VERDICT: bug:race
// A thread counts until another stops it, with no event that shows them to have anything in common before the other runs.
// RUN: -O0 --race=stop
// RUN: -O1 --race=stop -DVOLATILE=volatile
#include <pthread.h>

#ifndef VOLATILE
#define VOLATILE
#endif
static VOLATILE int stop;
static VOLATILE unsigned count;

static void* counts(void* unused) {
  while (!stop) count = count + 1;  // BUG
  return 0;
}
static void* stops(void* unused) {
  stop = 1;  // BUG
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, counts, 0);
  pthread_create(&b, 0, stops, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
