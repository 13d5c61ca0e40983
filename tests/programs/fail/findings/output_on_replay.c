// VERDICT: bug:assertion
// OUTPUT: seen: 1
// OUTPUT: to standard error
// What the program prints is shown on replay.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int n;
static void* run(void* x) {
  int seen = n;
  n = seen + 1;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("seen: %d\n", n);
  fprintf(stderr, "to standard error\n");
  assert(n == 2);  // BUG
  return 0;
}
