// VERDICT: verified
// As poll.
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>
#include <assert.h>
int a[2];
static void* w(void* x) {
  char c = 1;
  write(a[1], &c, 1);
  return 0;
}
int main() {
  pipe(a);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  fd_set r;
  FD_ZERO(&r);
  FD_SET(a[0], &r);
  int n = select(a[0] + 1, &r, 0, 0, 0);
  assert(n == 1 && FD_ISSET(a[0], &r));
  pthread_join(t, 0);
}
