// VERDICT: verified
// A lock-free increment: the loop repeats only when another thread was faster.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static void* run(void* x) {
  for (int i = 0; i < 2; i++) {
    int old = n;
    while (!atomic_compare_exchange_weak(&n, &old, old + 1)) {
    }
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 4);
  return 0;
}
