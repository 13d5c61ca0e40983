// One thread writes x in one of its histories only, another reads it in one of its own only. Runs may show each without
// the other, so that x is not known to be shared.
// VERDICT: bug:assertion
// RUN:
// RUN: -j2
// RUN: --engine dpor
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Alignas(64) atomic_int a;
_Alignas(64) atomic_int b;
_Alignas(64) atomic_int x;
static void *writer(void *p) {
  if (a == 0) x = 1;
  return 0;
}
static void *reader(void *p) {
  if (b == 1) assert(x == 0);  // BUG
  return 0;
}
static void *both(void *p) {
  a = 1;
  b = 1;
  return 0;
}
int main(void) {
  void *(*start[3])(void *) = {writer, reader, both};
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, start[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
