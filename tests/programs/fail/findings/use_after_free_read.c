// VERDICT: bug:use-after-free
// REPORT: freed
#include <pthread.h>
#include <stdlib.h>
static int* volatile p;
static volatile int out;
static void* run(void* a) {
  free(p);
  return 0;
}
int main(void) {
  pthread_t t;
  p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&t, 0, run, 0);
  out = *p;  // BUG
  pthread_join(t, 0);
  return 0;
}
