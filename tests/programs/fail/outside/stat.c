// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>

static struct stat about;

static void* run(void* p) {
  stat("/", &about);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  unsigned k = about.st_mode;
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
