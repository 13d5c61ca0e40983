// Leaks are reported when asked for; what a global still points to is none.
// RUN: --race=ignore
// VERDICT: verified
// RUN: --race=ignore --leaks
// FALLBACK: what is left in memory
// VERDICT: bug:leak
#include <pthread.h>
#include <stdlib.h>
static void* kept;
static volatile int x;
static void* run(void* a) {
  void* volatile p = malloc(33);  // BUG
  if (x == 0) free(p);
  return 0;
}
int main(void) {
  pthread_t t;
  kept = malloc(10);
  pthread_create(&t, 0, run, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
