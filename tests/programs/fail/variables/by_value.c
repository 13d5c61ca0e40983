// An argument passed by value is a local of the function.
// VERDICT: bug:use-after-return
// REPORT: of start, which has returned
// RUN: -O0
// RUN: -O1
#include <pthread.h>
struct big { long a[8]; };
static pthread_t t;
static void *look(void *p) {
  return (void *)((struct big *)p)->a[7];  // BUG
}
__attribute__((noinline)) static void start(struct big b) { pthread_create(&t, 0, look, &b); }
int main(void) {
  struct big b = {{1, 2}};
  start(b);
  pthread_join(t, 0);
  return 0;
}
