// VERDICT: bug:assertion
// Two threads do the same, but one is joined first and something is looked at before the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* p) {
  x = x + 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  assert(x != 1);  // BUG
  pthread_join(b, 0);
  return 0;
}
