// VERDICT: verified
// RUN: --engine mcr --race ignore
// EXECUTIONS: mcr=1
// RUN: --engine mcr --race ignore -DBUG
// VERDICT: bug:assertion
// Fifty threads increment, one looks: nobody asks how much it is, only whether it is too much.
#include <assert.h>
#include <pthread.h>

enum { kThreads = 50 };
#ifdef BUG
enum { kMost = kThreads - 1 };
#else
enum { kMost = kThreads };
#endif

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;

static void* increment(void* unused) {
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
  return unused;
}

static void* look(void* unused) {
  __VERIFIER_atomic_begin();
  int seen = x;
  __VERIFIER_atomic_end();
  assert(seen <= kMost);  // BUG
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < kThreads; i++) pthread_create(&thread, 0, increment, 0);
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
}
