// VERDICT: bug:assertion
// RUN: --engine dfs
// RUN: --engine dpor
// A write that comes between an event and the section behind it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x, y;
static int started;
static void* reader(void* a) {
  started = x == 0;
  x = 1;
  __VERIFIER_atomic_begin();
  int first = y, second = y;
  __VERIFIER_atomic_end();
  (void)second;
  assert(first != 1 || !started);  // BUG
  return 0;
}
static void* writer(void* a) {
  y = 1;
  y = 2;
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
