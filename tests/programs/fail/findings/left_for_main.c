// What threads saw is left in memory of their own, and main looks at it after the joins: no run of two values can stand for
// the combination of three.
// VERDICT: bug:assertion
// RUN:
// RUN: -j2
// RUN: --engine dpor
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Alignas(64) atomic_int a, b, c;
_Alignas(64) int seen_a;
_Alignas(64) int seen_b;
_Alignas(64) int seen_c;
static void *first(void *p) { seen_a = a; return 0; }
static void *second(void *p) { seen_b = b; return 0; }
static void *third(void *p) { seen_c = c; return 0; }
static void *writer(void *p) {
  a = 1;
  b = 1;
  c = 1;
  return 0;
}
int main(void) {
  void *(*start[4])(void *) = {first, second, third, writer};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, start[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  assert(!(seen_a == 1 && seen_b == 0 && seen_c == 1));  // BUG
}
