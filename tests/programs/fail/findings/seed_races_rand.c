// The seed that one thread sets is used by another, or not.
// VERDICT: bug:assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void* run(void* a) {
  srandom(42);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(random() == 1804289383);  // BUG
  pthread_join(t, 0);
  return 0;
}
