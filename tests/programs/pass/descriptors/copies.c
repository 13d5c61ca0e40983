// VERDICT: verified
// The end of a pipe is closed when its last descriptor is.
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
int fd[2];
static void* w(void* a) {
  int d = dup(fd[1]);
  close(fd[1]);
  write(d, "x", 1);
  close(d);
  return 0;
}
int main() {
  pipe(fd);
  assert(fd[0] >= 3 && fd[1] == fd[0] + 1);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  dup2(fd[0], 10);
  close(fd[0]);
  char c;
  assert(read(10, &c, 1) == 1);
  assert(read(10, &c, 1) == 0);
  pthread_join(t, 0);
  close(10);
  int e[2];
  pipe(e);
  assert(e[0] == fd[0]);
}
