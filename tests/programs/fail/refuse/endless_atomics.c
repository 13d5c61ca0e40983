// VERDICT: inconclusive
// REASON: step limit of 100000
// REASON: endless_atomics.c:15, in run
// Two threads go round for ever over atomics, and nobody joins them: every run is cut, and that is soon said.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void* run(void* argument) {
  atomic_int* mine = argument;
  atomic_int* other = mine == &a ? &b : &a;
  (void)other;
  int n = 0;
  while (n >= 0) n = (atomic_fetch_add(mine, 1) + atomic_load(other)) & 1023;
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, run, &a);
  pthread_create(&t[1], 0, run, &b);
  return 0;
}
