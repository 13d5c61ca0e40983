// VERDICT: verified
// qsort works where functions that have returned had their locals.
// RUN: -O0 --race ignore
// RUN: -O0 --race ignore --engine dpor
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int shared[3];

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static int sorts(int depth) {
  int numbers[100];
  for (int i = 0; i < 100; i++) numbers[i] = 100 - i;
  if (depth > 0) sorts(depth - 1);
  qsort(numbers, 100, sizeof *numbers, compare);
  qsort(shared, 3, sizeof *shared, compare);
  return numbers[0];
}

static void* reads(void* argument) {
  return shared[1] == 100 ? argument : 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reads, 0);
  assert(sorts(1) == 1);
  pthread_join(thread, 0);
  return 0;
}
