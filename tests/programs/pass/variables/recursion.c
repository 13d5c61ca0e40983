// VERDICT: verified
// RUN: -O0
// RUN: -O2
#include <assert.h>
#include <pthread.h>
static void *fib(void *p) {
  long *n = p;
  if (*n < 2) return 0;
  long left = *n - 1, right = *n - 2;
  if (*n == 3) {
    pthread_t t;
    pthread_create(&t, 0, fib, &left);
    fib(&right);
    pthread_join(t, 0);
  } else {
    fib(&left);
    fib(&right);
  }
  *n = left + right;
  return 0;
}
int main(void) {
  long n = 5;
  fib(&n);
  assert(n == 5);
  return 0;
}
