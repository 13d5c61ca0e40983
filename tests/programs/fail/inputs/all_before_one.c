// As many equal threads as an input says, and one that has to come after all of them: more orders than a search of states goes through
// soon, and a formula over all of them is large. Sampled schedules, with the inputs that the program assumes, show it.
// VERDICT: bug:assertion
// RUN: --race ignore --time-limit 90s
// REPORT: all of them
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static volatile unsigned done, wanted;

static void *late(void *unused) {
  assert(done < wanted && "all of them");
  return 0;
}

static void *work(void *unused) {
  const unsigned before = done;
  done = before + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  wanted = __VERIFIER_nondet_uint();
  __VERIFIER_assume(wanted >= 18 && wanted < 30);
  pthread_create(&thread, 0, late, 0);
  for (unsigned i = 0; i < wanted; i++) pthread_create(&thread, 0, work, 0);
  return 0;
}
