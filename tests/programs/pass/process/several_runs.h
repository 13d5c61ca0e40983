// For tests of what survives a run: makes several executions of the program.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int several;
static void* one_more(void* a) {
  atomic_fetch_add(&several, 1);
  return &several;
}
static void several_runs(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, one_more, 0);
  int seen = atomic_load(&several);
  (void)seen;
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
