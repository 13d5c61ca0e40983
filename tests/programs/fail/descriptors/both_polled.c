// VERDICT: bug:deadlock
// Two are told of one byte; the second waits for ever.
#include <poll.h>
#include <unistd.h>
#include <pthread.h>
int fd[2];
static void* w(void* a) {
  struct pollfd p = {fd[0], POLLIN, 0};
  poll(&p, 1, -1);
  char c;
  read(fd[0], &c, 1);
  return 0;
}
int main() {
  pipe(fd);
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w, 0);
  write(fd[1], "x", 1);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
