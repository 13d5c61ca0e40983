// VERDICT: bug:use-after-free
#include <pthread.h>
#include <stdlib.h>
static int* p;
static void* run(void* a) {
  free(p);
  return 0;
}
int main(void) {
  pthread_t t;
  p = calloc(4, sizeof *p);
  pthread_create(&t, 0, run, 0);
  p[2] = 5;  // BUG
  pthread_join(t, 0);
  return 0;
}
