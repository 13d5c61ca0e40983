// VERDICT: bug:assertion
// RUN: --keep-going
// One thread fails whatever it does and meets nobody by then; it cuts off the others only if it comes before them.
// REPORT: cut_off_by_failure.c:14 in look
// REPORT: cut_off_by_failure.c:20 in reset
// REPORT: cut_off_by_failure.c:25 in stop
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int v, w = 1;
static void* look(void* a) {
  int seen = w;
  v = 1;
  assert(v == 1);  // BUG
  return seen ? 0 : a;
}
static void* reset(void* a) {
  v = 0;
  int seen = w;
  assert(seen == 2);  // BUG
  return a;
}
static void* stop(void* a) {
  w = 0;
  assert(0);  // BUG
  return a;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, look, 0);
  pthread_create(&t[1], 0, reset, 0);
  pthread_create(&t[2], 0, stop, 0);
  pthread_join(t[2], 0);
  return 0;
}
