// VERDICT: bug:assertion
// RUN: --engine dpor --check assertion,deadlock
// RUN: --engine optimal --check assertion
// RUN: --engine mcr --check assertion
// RUN: --engine dpor-classic --check assertion
// RUN: --engine dpor-predicate
// Three threads: what the assertion reads was written by a thread that read it from somewhere else.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, beside;

static void* first(void* unused) {
  beside = beside + 1;
  y = 1;
  return 0;
}
static void* second(void* unused) {
  x = y;
  beside = beside + 1;
  return 0;
}
static void* third(void* unused) {
  assert(x == 0);  // BUG
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&c, 0, third, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
