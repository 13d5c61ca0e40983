// VERDICT: bug:assertion
// The competition's programs define reach_error themselves, with an assertion that fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void reach_error(void) { assert(0); }  // BUG
static atomic_int x;
static void* run(void* a) {
  if (x == 1) reach_error();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
