// VERDICT: bug
// An end is closed before another thread has used it.
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
int fd[2];
static void* w(void* a) {
  char c = 7;
  write(fd[1], &c, 1);
  return 0;
}
int main() {
  pipe(fd);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  close(fd[1]);
  char c;
  assert(read(fd[0], &c, 1) == 1);
  pthread_join(t, 0);
}
