// exit does not end the frames of main: threads may still look at its locals.
// VERDICT: verified
// RUN: -O0
// RUN: -O1 --engine dpor
#include <pthread.h>
#include <stdlib.h>
static void *look(void *p) { return (void *)(long)*(int *)p; }
int main(void) {
  pthread_t t;
  int n = 3;
  pthread_create(&t, 0, look, &n);
  exit(0);
}
