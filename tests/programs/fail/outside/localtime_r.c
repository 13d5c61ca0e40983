// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static struct tm broken_down;

static void* run(void* p) {
  time_t z = 86400 * 400;
  localtime_r(&z, &broken_down);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int k = broken_down.tm_year;
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
