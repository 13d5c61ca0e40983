// VERDICT: bug:race
// Whether `ready` was seen decides what is done, whether `gate` was seen only whether it is ordered.
#include <pthread.h>
#include <stdatomic.h>

static int data, out;
static atomic_int ready, gate;

static void* writer(void* x) {
  data = 1;  // BUG
  atomic_store_explicit(&ready, 1, memory_order_release);
  atomic_store_explicit(&gate, 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int passed = atomic_load_explicit(&gate, memory_order_acquire);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) out = data + passed;  // BUG
  pthread_join(t, 0);
  return out == 5;
}
