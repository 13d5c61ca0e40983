// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int n;

static void* run(void* p) {
  printf("abc%n\n", &n);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int k = n;
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
