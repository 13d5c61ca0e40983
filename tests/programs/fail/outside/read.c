// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char b[8];

static void* run(void* p) {
  int f = open("/etc/passwd", O_RDONLY);
  read(f, b, 4);
  close(f);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  char k = b[0];
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
