// What threads saw goes to main by their results, and from main to another thread by its argument.
// VERDICT: bug:assertion
// RUN:
// RUN: -j2
// RUN: --engine dpor
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b, c;
static void *see(void *p) { return (void *)(long)*(atomic_int *)p; }
static void *writer(void *p) {
  a = 1;
  b = 1;
  c = 1;
  return 0;
}
static void *last(void *p) {
  assert((long)p != 5);  // BUG
  return 0;
}
int main(void) {
  atomic_int *what[3] = {&a, &b, &c};
  pthread_t t[3], w, l;
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, see, what[i]);
  pthread_create(&w, 0, writer, 0);
  long seen = 0;
  for (int i = 0; i < 3; i++) {
    void *v;
    pthread_join(t[i], &v);
    seen = seen * 2 + (long)v;
  }
  pthread_join(w, 0);
  pthread_create(&l, 0, last, (void *)seen);
  pthread_join(l, 0);
}
