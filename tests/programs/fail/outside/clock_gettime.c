// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static struct timespec now;

static void* run(void* p) {
  clock_gettime(CLOCK_REALTIME, &now);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  long k = now.tv_sec;
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
