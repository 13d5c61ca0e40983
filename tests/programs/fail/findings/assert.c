// VERDICT: bug:assertion
// REPORT: assertion failed: x == 0 && "text"
#include <assert.h>
#include <pthread.h>
static int x;
static void* run(void* a) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(x == 0 && "text");  // BUG
  pthread_join(t, 0);
  return 0;
}
