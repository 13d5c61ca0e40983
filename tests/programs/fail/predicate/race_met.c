// VERDICT: bug:race
// RUN: --engine dpor --check assertion
// What was not asked for is reported all the same where it is met.
#include <assert.h>
#include <pthread.h>

static int statistics;

static void* count(void* unused) {
  statistics++;  // BUG
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
