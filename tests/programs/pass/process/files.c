// VERDICT: verified
// A program that reads a file in every execution.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int x;
static void* run(void* a) {
  char line[64];
  FILE* f = fopen("/proc/self/comm", "r");
  assert(f && fgets(line, sizeof line, f));
  fclose(f);
  x++;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 2);
  return 0;
}
