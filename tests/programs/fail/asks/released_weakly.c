// VERDICT: bug:race
// What is asked about the flag is answered alike by both stores, but only the first hands the data over.
#include <pthread.h>
#include <stdatomic.h>

static int data, out;
static atomic_int flag;

static void* writer(void* x) {
  data = 1;  // BUG
  atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) out = data;  // BUG
  pthread_join(t, 0);
  return out == 2;
}
