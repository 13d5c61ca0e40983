// VERDICT: bug:assertion
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine dpor-classic --keep-going
// RUN: --engine optimal --keep-going
// RUN: --engine icb+dpor --keep-going
// RUN: --engine mcr --keep-going
// A section conflicts with what any of its events conflicts with: the reader may come before it, though the section's first
// event is about something else.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x, y;
static atomic_int first, second;
static void* section(void* a) {
  __VERIFIER_atomic_begin();
  first = y;
  x = 1;
  __VERIFIER_atomic_end();
  return 0;
}
static void* reader(void* a) {
  second = x;
  return 0;
}
static void* writer(void* a) {
  y = 1;
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, section, 0);
  pthread_create(&t[2], 0, reader, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(!(first == 1 && second == 0));  // BUG
  return 0;
}
