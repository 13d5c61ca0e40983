// VERDICT: bug:assertion
// A failure that depends on rand, time, the address of a heap block and random_device must replay.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static atomic_int x;
static void* run(void* a) {
  void* p = malloc(24);
  for (int i = 0; i < 1 + rand() % 3 + (int)((unsigned long)p >> 4) % 2 + (int)time(0) % 2 + getpid() % 2; i++) x = x + 1;
  free(p);
  return 0;
}

int main(void) {
  srand(time(0));
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  x = 100;
  int seen = x;
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(seen == 100);  // BUG
  return 0;
}
