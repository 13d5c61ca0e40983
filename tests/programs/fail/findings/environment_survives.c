// What one execution leaves in the environment is not there in the next one.
// VERDICT: bug:assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int f;
static void* set(void* p) {
  f = 1;
  return 0;
}
int main(void) {
  int first = !getenv("READY");
  setenv("READY", "1", 1);
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int k = f;
  pthread_join(t, 0);
  assert(!(first && k == 1));  // BUG
  return 0;
}
