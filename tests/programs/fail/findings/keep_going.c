// VERDICT: bug:assertion
// RUN: --keep-going
// REPORT: keep_going.c:11
// REPORT: keep_going.c:12
// Two bugs; both are reported, and all of the search is done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* run(void* a) {
  assert(x != 1);  // BUG
  assert(x != 2);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = 1;
  x = 2;
  pthread_join(t, 0);
  return 0;
}
