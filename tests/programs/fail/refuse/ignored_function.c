// VERDICT: inconclusive
// REASON: function skim (
// REASON: is ignored, as asked
// EXECUTIONS: dpor=2
// What the ignored function reads is no event, so two threads' increments have two orders and no more. It is never inlined.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

__attribute__((annotate("heddle:ignore"))) static int skim(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += n;
  return sum;
}

static void* run(void* argument) {
  n++;
  skim();
  return argument;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
