// VERDICT: verified
// RUN: --race=ignore
// A plain volatile flag, and a flag in a heap object behind a pointer.
// volatile is no synchronisation: the flag races.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct Job {
  volatile int done;
  int result;
};
static void* run(void* x) {
  struct Job* j = x;
  j->result = 7;
  j->done = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  struct Job* j = calloc(1, sizeof *j);
  pthread_create(&t, 0, run, j);
  while (!j->done) continue;
  assert(j->result == 7);
  pthread_join(t, 0);
  free(j);
  return 0;
}
