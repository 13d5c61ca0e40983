// VERDICT: verified
// RUN: --engine mcr --race ignore
// RUN: --engine mcr --race ignore -DBUG
// VERDICT: bug:assertion
// A driver that stops when nobody uses it any more, and ten threads that do: which of them is where makes no difference.
#include <assert.h>
#include <pthread.h>

enum { kThreads = 10 };

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
volatile int stopping, in_use = 1, may_stop, stopped;

static int enter(void) {
#ifdef BUG
  if (stopping) return 0;  // it may stop before the next line
  __VERIFIER_atomic_begin();
  in_use++;
  __VERIFIER_atomic_end();
  return 1;
#else
  __VERIFIER_atomic_begin();
  int entered = !stopping;
  if (entered) in_use++;
  __VERIFIER_atomic_end();
  return entered;
#endif
}

static void leave(void) {
  __VERIFIER_atomic_begin();
  int left = --in_use;
  __VERIFIER_atomic_end();
  if (left == 0) may_stop = 1;
}

static void* use(void* unused) {
  if (enter()) {
    assert(!stopped);  // BUG
    leave();
  }
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, use, 0);
  stopping = 1;
  leave();
  if (may_stop) stopped = 1;
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
}
