// The index of an array that only one function accesses comes from another thread.
// VERDICT: bug:out-of-bounds
// RUN: -O0 -DWAY=1
// RUN: -O1 -DWAY=1
// RUN: -O2 -DWAY=1 --engine dpor
// RUN: -O1 -DWAY=2
// RUN: -O2 -DWAY=3
// RUN: -O2 -DWAY=4
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
static atomic_int index_of = 1;
static char text[64];
static void* move_on(void* none) {
  index_of = WAY == 3 ? -1 : 40;
  return none;
}
int main(int count, char** arguments) {
  (void)arguments;
  pthread_t t;
  pthread_create(&t, NULL, move_on, NULL);
  const int at = index_of;
  int sum = 0;
#if WAY == 2
  int array[count + 7];  // of run-time size
#else
  int array[8];
#endif
  for (int i = 0; i < 7 + count; ++i) array[i] = i * count;
#if WAY == 4
  memcpy(array, text, (size_t)at);  // BUG
#else
  array[at] = 5;  // BUG
#endif
  for (int i = 0; i < 8; ++i) sum += array[i];
  printf("%d\n", sum);
  pthread_join(t, NULL);
}
