// VERDICT: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void* run(void* a) {
  if (x == 1) exit(0);
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
