// VERDICT: verified
// Two threads race with sums of each other's; main asks whether one came out too large.
// EXECUTIONS: mcr=1
// RUN:
// RUN: -j2
// RUN: --asks values -DROUNDS=3
// EXECUTIONS: mcr=114
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 5
#endif
static atomic_int i = 1, j = 1;

static void* left(void* p) {
  for (int k = 0; k < ROUNDS; k++) i = i + j;
  return 0;
}
static void* right(void* p) {
  for (int k = 0; k < ROUNDS; k++) j = j + i;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(i <= 144 && j <= 144);
  return 0;
}
