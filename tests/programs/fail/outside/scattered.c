// VERDICT: bug:assertion
// REPORT: not ordered with
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/uio.h>
static char first[2], second[2];
static int file;
static void* run(void* p) {
  struct iovec parts[2] = {{first, 2}, {second, 2}};
  readv(file, parts, 2);
  return p;
}
int main(void) {
  pthread_t t;
  file = open("/proc/self/comm", O_RDONLY);
  pthread_create(&t, 0, run, 0);
  char seen = second[1];
  pthread_join(t, 0);
  assert(seen == 0);
}
