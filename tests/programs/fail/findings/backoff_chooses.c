// VERDICT: bug:assertion
// A value that the counter of a backoff chooses, without any arithmetic on it, matters as well.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int l = 1;
static void* run(void* x) {
  int patient = 1;
  for (unsigned k = 0; atomic_load(&l); ++k) {
    assert(patient);  // BUG
    if (k == 3) {
      sched_yield();
      patient = 0;
    }
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  l = 0;
  pthread_join(t, 0);
  return 0;
}
