// VERDICT: verified
// Random numbers are the same in every execution: otherwise executions would not be comparable.
// RUN: --engine dfs
// EXECUTIONS: dfs=20
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static atomic_int x;
static void* run(void* more) {
  for (int i = 0; i < 3; i++) x++;
  if (more) x++;
  return 0;
}

int main(void) {
  srand(time(0));
  srandom(time(0));
  srand48(time(0));
  unsigned seed = 1;
  int n = rand() % 2 + random() % 2 + rand_r(&seed) % 2 + (drand48() > 0.5) + lrand48() % 2 + mrand48() % 2;
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, mrand48() < 0 ? &x : 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return n == 100;
}
