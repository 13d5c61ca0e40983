// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char s[] = "a b";

static void* run(void* p) {
  char* rest;
  strtok_r(s, " ", &rest);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  char k = s[1];
  pthread_join(t, 0);
  assert(k == ' ');
  return 0;
}
