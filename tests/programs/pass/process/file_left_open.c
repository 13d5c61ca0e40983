// VERDICT: verified
// One file is left open in every execution: there are more executions than a process may have files.
// RUN: --engine dfs
// EXECUTIONS: dfs=1680
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void* run(void* a) {
  for (int i = 0; i < 3; i++) atomic_fetch_add(&x, 1);
  return 0;
}
int main(void) {
  int f = open("/etc/passwd", O_RDONLY);
  assert(f == 3);
  FILE* s = fopen("/etc/passwd", "r");
  assert(s && fileno(s) == 4 && fgetc(s) != EOF);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
