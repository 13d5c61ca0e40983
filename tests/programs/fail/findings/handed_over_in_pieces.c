// VERDICT: bug:assertion
// RUN: --engine dfs -DA=1 -DB=0
// RUN: --engine dpor -DA=1 -DB=0
// RUN: --engine mcr -DA=1 -DB=0
// RUN: --engine mcr -DA=0 -DB=1
// What two threads leave behind for the one that joins them, each in the second half of 8 bytes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
struct {
  _Alignas(8) int unused;
  int seen;
} one, two;

static void* first(void* a) {
  one.seen = x;
  return 0;
}
static void* second(void* a) {
  two.seen = x;
  return 0;
}
static void* writer(void* a) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, writer, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(!(one.seen == A && two.seen == B));  // BUG
  return 0;
}
