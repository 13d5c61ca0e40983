// Who conflicts does not exist yet: a thread that the other one will start, in a function that it is yet to call.
// RUN: --engine dfs --relevance hybrid --race ignore
// VERDICT: bug:assertion
// RUN: --engine dpor --relevance hybrid --race ignore
// VERDICT: bug:assertion
// RUN: --engine dfs --relevance fields --race ignore
// VERDICT: bug:assertion
#include <assert.h>
#include <pthread.h>
static int x;
static void* late(void* p) {
  x = 2;
  return p;
}
static void* b(void* p) {
  pthread_t t;
  pthread_create(&t, 0, late, 0);
  pthread_join(t, 0);
  return p;
}
static void* a(void* p) {
  x = 1;
  int seen = x;
  assert(seen == 1);  // BUG
  return p;
}
int main() {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
