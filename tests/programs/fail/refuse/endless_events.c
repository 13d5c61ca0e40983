// FALLBACK: a run did not show what the model of the program says
// VERDICT: inconclusive
// REASON: step limit
// RUN: --max-steps 2000
// A loop that makes events for ever, each different from the last.
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong n;
static void* run(void* a) {
  for (;;) n++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  n++;
  pthread_join(t, 0);
  return 0;
}
