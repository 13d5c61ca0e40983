// VERDICT: bug:deadlock
// Each waits for what the other would write later.
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
int a[2], b[2];
static void* w(void* x) {
  char c;
  read(a[0], &c, 1);
  write(b[1], &c, 1);
  return 0;
}
int main() {
  pipe(a);
  pipe(b);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  char c;
  read(b[0], &c, 1);
  write(a[1], &c, 1);
  pthread_join(t, 0);
}
