// VERDICT: bug:use-after-free
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *volatile p, to[100];
static void* run(void* a) {
  free(p);
  return 0;
}
int main(void) {
  pthread_t t;
  p = calloc(100, 1);
  pthread_create(&t, 0, run, 0);
  memcpy(to, p, 100);  // BUG
  pthread_join(t, 0);
  return to[3] == 1;
}
