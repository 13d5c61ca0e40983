// VERDICT: verified
// Test, then test-and-set, with the pause instruction.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int l;
static int n;
static void* run(void* x) {
  do {
    while (atomic_load_explicit(&l, memory_order_relaxed)) __builtin_ia32_pause();
  } while (atomic_exchange(&l, 1));
  n++;
  atomic_store(&l, 0);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  return 0;
}
