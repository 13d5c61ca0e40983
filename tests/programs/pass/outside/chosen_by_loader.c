// VERDICT: verified
// RUN: -lm
// Functions of which the library has several, without names of their own: the loader chooses. They are called by pointer.
#include <assert.h>
#include <math.h>
#include <pthread.h>

double (*volatile function)(double) = sin;

static void* run(void* none) {
  assert(function(0) == 0);
  return none;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(function(0) == 0);
  pthread_join(t, 0);
}
