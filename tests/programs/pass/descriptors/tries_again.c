// VERDICT: verified
// A loop that reads until there is something.
// RUN: -O0
// RUN: -O2
#include <unistd.h>
#include <pthread.h>
#include <fcntl.h>
#include <errno.h>
#include <sched.h>
#include <assert.h>
int fd[2];
int x;
static void* w(void* a) {
  x = 1;
  write(fd[1], "x", 1);
  return 0;
}
int main() {
  pipe(fd);
  fcntl(fd[0], F_SETFL, O_NONBLOCK);
  assert(fcntl(fd[0], F_GETFL) & O_NONBLOCK);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  char c;
  while (read(fd[0], &c, 1) < 0) {
    assert(errno == EAGAIN);
    sched_yield();
  }
  assert(x == 1);
  pthread_join(t, 0);
}
