// A plain write that the next one overwrites is still seen by others.
// VERDICT: bug:assertion
// RUN: --engine dfs
// RUN: --engine dfs -O2
#include <assert.h>
#include <pthread.h>

int x;

static int get(void) { return x; }

void *writer(void *argument) {
  x = 1;
  x = 2;
  x = 3;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int first = get(), second = get();
  assert(!(first == 1 && second == 2)); // BUG
  pthread_join(t, 0);
  return 0;
}
