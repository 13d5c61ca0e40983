/* The paper's micro-benchmark, figure 9: the assertion fails if every round of the one comes between two lines of the other. -DN=n (default 1). */
#include "input.h"
#ifndef N
#define N 1
#endif

volatile int x; /* no access is atomic: x++ is a read and a write */

static void *first(void *unused) {
  for (int i = 0; i < N; i++) {
    const int tmp = x + 1;
    x = tmp;
    if (x == tmp) x = 0;
  }
  return NULL;
}

static void *second(void *unused) {
  for (int i = 0; i < N; i++) x++;
  return NULL;
}

int main(void) {
  pthread_t a = start(first, NULL), b = start(second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x != 2 * N);
}
