// VERDICT: bug:assertion
// A sleep does not order threads: the other one may still be late.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;
static void* run(void* x) {
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  sleep(10);
  assert(ready);  // BUG
  pthread_join(t, 0);
  return 0;
}
