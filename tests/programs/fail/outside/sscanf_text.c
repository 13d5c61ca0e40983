// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char s[8];

static void* run(void* p) {
  sscanf("hello world", "%4s", s);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  char k = s[0];
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
