// VERDICT: bug:assertion
// The counter of a backoff that says where to look matters: the fourth place is free.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int slot[4] = {1, 1, 1, 0};
static void* run(void* x) {
  unsigned k = 0;
  while (atomic_load(&slot[k & 3])) {
    if (k & 1) sched_yield();
    ++k;
  }
  assert(x);  // BUG
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
