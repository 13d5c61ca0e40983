// FALLBACK: a thread did something else after the same reads
// VERDICT: verified
// Store buffering with fences: never both zero (nor without them, under sequential consistency).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;
static void* left(void* z) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_signal_fence(memory_order_acquire);
  return 0;
}
static void* right(void* z) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  __sync_synchronize();
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, left, 0);
  pthread_create(&t[1], 0, right, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(a || b);
  return 0;
}
