// VERDICT: bug:double-free
#include <pthread.h>
#include <stdlib.h>
static void* p;
static void* run(void* a) {
  free(p);  // BUG
  return 0;
}
int main(void) {
  pthread_t t[2];
  p = malloc(10);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
