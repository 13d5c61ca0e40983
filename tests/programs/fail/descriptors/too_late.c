// VERDICT: bug:assertion
// The time of poll is over before anything is there.
#include <pthread.h>
#include <poll.h>
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
  struct pollfd p = {a[0], POLLIN, 0};
  int n = poll(&p, 1, 100);
  assert(n == 1);
  pthread_join(t, 0);
}
