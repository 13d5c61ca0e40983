// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static char text[16];

static void* run(void* p) {
  struct tm when = {0};
  when.tm_year = 100;
  strftime(text, sizeof text, "%Y", &when);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  char k = text[0];
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
