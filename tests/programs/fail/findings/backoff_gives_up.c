// VERDICT: bug:assertion
// The counter of a backoff that also ends the waiting matters: after five rounds the lock is taken by force.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int l;
static atomic_int inside;
static void* run(void* x) {
  for (unsigned k = 0; atomic_exchange(&l, 1); ++k) {
    if (k > 2) sched_yield();
    if (k == 5) break;
  }
  assert(inside == 0);  // BUG
  inside = 1;
  inside = 0;
  l = 0;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
