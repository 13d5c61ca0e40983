/* The Fibonacci race of the verification competition with N rounds; N = 3 is tests/programs/corpus/fib3.c. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif
#ifndef MOST
#define MOST 144 /* the Fibonacci number 2 * (N + 1) */
#endif

atomic_int i = 1, j = 1;

void *first(void *argument) {
  for (int k = 0; k < N; k++) i = i + j;
  return 0;
}
void *second(void *argument) {
  for (int k = 0; k < N; k++) j = j + i;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  int x = i, y = j;
  assert(x <= MOST && y <= MOST);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
