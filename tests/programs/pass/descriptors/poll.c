// VERDICT: verified
// A thread waits for two pipes at once.
// RUN: -O0
// RUN: -O2
#include <pthread.h>
#include <poll.h>
#include <unistd.h>
#include <assert.h>
int a[2], b[2];
static void* w(void* x) {
  char c = 1;
  write(x ? b[1] : a[1], &c, 1);
  return 0;
}
int main() {
  pipe(a);
  pipe(b);
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w, (void*)1);
  int got = 0;
  while (got < 2) {
    struct pollfd p[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
    int n = poll(p, 2, -1);
    assert(n > 0);
    char c;
    for (int i = 0; i < 2; i++)
      if (p[i].revents & POLLIN) {
        read(p[i].fd, &c, 1);
        got += c;
      }
  }
  assert(got == 2);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
