// VERDICT: bug:assertion
// REPORT: not ordered with
// A system call by its number does what the function of its name does.
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static struct timespec now;
static void* run(void* p) {
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  long seen = now.tv_sec;
  pthread_join(t, 0);
  assert(seen == 0);
}
