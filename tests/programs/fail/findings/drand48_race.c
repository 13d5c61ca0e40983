// drand48 keeps its state without a lock.
// VERDICT: bug:race
// RUN: --race stop
#include <pthread.h>
#include <stdlib.h>
static double a, b;
static void* run(void* p) {
  *(double*)p = drand48();
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, run, &a);
  pthread_create(&t[1], 0, run, &b);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
