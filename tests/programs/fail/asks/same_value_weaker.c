// VERDICT: bug:race
// Both stores write 1, so the reader asks and is told the same of either; only after the writer's own is the data handed over.
#include <pthread.h>
#include <stdatomic.h>

static int data, out;
static atomic_int flag;

static void* writer(void* x) {
  data = 1;  // BUG
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}

static void* meddler(void* x) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, meddler, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) out = data;  // BUG
  pthread_join(t, 0);
  pthread_join(u, 0);
  return out == 2;
}
