// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// Forty threads, none of which shares anything: one execution.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* run(void* x) {
  int* p = malloc(sizeof *p);
  *p = (int)(long)x;
  return p;
}

int main(void) {
  pthread_t t[40];
  for (long i = 0; i < 40; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < 40; i++) {
    void* r;
    pthread_join(t[i], &r);
    assert(*(int*)r == i);
    free(r);
  }
  return 0;
}
