// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <math.h>
#include <pthread.h>

static int e;

static void* run(void* p) {
  volatile double x = 8;
  frexp(x, &e);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int k = e;
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
