// VERDICT: bug:race
// REPORT: read of 4 bytes, not ordered with a write by another thread
// RUN: -DSTORE=memory_order_relaxed -DLOAD=memory_order_acquire
// RUN: -DSTORE=memory_order_release -DLOAD=memory_order_relaxed
// A relaxed flag says that the data is there, but does not order the accesses to it.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;
static void* producer(void* a) {
  data = 42;
  atomic_store_explicit(&ready, 1, STORE);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  int got = 0;
  if (atomic_load_explicit(&ready, LOAD)) got = data;  // BUG
  pthread_join(t, 0);
  return got == 1;
}
