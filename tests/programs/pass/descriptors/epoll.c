// VERDICT: verified
// As poll.
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
#include <assert.h>
int fd[2];
static void* w(void* a) {
  char c = 1;
  write(fd[1], &c, 1);
  return 0;
}
int main() {
  pipe(fd);
  int e = epoll_create1(0);
  struct epoll_event ev = {EPOLLIN, {.fd = fd[0]}};
  epoll_ctl(e, EPOLL_CTL_ADD, fd[0], &ev);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  struct epoll_event g;
  assert(epoll_wait(e, &g, 1, -1) == 1 && g.data.fd == fd[0]);
  char c;
  read(fd[0], &c, 1);
  assert(c == 1);
  pthread_join(t, 0);
}
