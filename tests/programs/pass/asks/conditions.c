// VERDICT: verified
// A thread is told whether its counter was touched, not what was in it: 2^N runs for N rounds, however many values there are.
// RUN: -DN=2
// EXECUTIONS: mcr=4
// RUN: -DN=3
// EXECUTIONS: mcr=8
// RUN: -DN=4
// EXECUTIONS: mcr=16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* reset(void* p) {
  for (int i = 0; i < N; i++) {
    int next = x + 1;
    x = next;
    if (x == next) x = 0;
  }
  return 0;
}
static void* add(void* p) {
  for (int i = 0; i < N; i++) {
    int t = x;
    x = t + 1;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reset, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x <= 2 * N);
  return 0;
}
