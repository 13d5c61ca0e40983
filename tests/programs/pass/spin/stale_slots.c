// Without optimisation the temporaries of a loop are slots of the stack. What other runs left there does not decide whether its first round changed
// something: the same schedule is the same run.
// VERDICT: inconclusive
// RUN: -O0 --max-executions 5000
// REASON: the limit of 5000 executions
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *count(void *p) {
  for (int i = 1; i <= 42; i++) {
    x = i;
    y = i;
  }
  return p;
}

static void *await(void *p) {
  int at_x = 42, at_y = 42;
  while (!atomic_compare_exchange_strong(&x, &at_x, 17) && !atomic_compare_exchange_strong(&y, &at_y, 17)) {
    at_x = 42;
    at_y = 42;
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, await, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
