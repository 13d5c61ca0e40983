// VERDICT: verified
// Several pieces are written together, and read into others.
#include <sys/uio.h>
#include <unistd.h>
#include <pthread.h>
#include <string.h>
#include <assert.h>
int fd[2];
static void* w(void* a) {
  struct iovec v[2] = {{"ab", 2}, {"cd", 2}};
  writev(fd[1], v, 2);
  return 0;
}
int main() {
  pipe(fd);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  char x[3], y[1];
  struct iovec v[2] = {{x, 3}, {y, 1}};
  assert(readv(fd[0], v, 2) == 4);
  assert(!memcmp(x, "abc", 3) && y[0] == 'd');
  pthread_join(t, 0);
}
