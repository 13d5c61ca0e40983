// VERDICT: verified
// EXECUTIONS: mcr=1
// Twelve threads that do the same: which of them stands where makes no difference.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 12 };
static atomic_int x;

static void* add(void* p) {
  int t = x;
  x = t + 1;
  return 0;
}

int main(void) {
  pthread_t t[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < kThreads; i++) pthread_join(t[i], 0);
  assert(x >= 1 && x <= kThreads);
  return 0;
}
