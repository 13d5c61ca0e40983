// VERDICT: bug:use-after-free
#include <pthread.h>
#include <stdlib.h>
static int* volatile v;
static void* grow(void* a) {
  v = realloc(v, 4000);
  return 0;
}
int main(void) {
  pthread_t t;
  v = malloc(40);
  pthread_create(&t, 0, grow, 0);
  v[0] = 1;  // BUG
  pthread_join(t, 0);
  free(v);
  return 0;
}
