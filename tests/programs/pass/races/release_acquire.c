// VERDICT: verified
// RUN: -DSTORE=memory_order_release -DLOAD=memory_order_acquire
// RUN: -DSTORE=memory_order_seq_cst -DLOAD=memory_order_seq_cst
// RUN: -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed -DFENCES
// RUN: -DSTORE=memory_order_release -DLOAD=memory_order_acquire -DUPDATE
// A flag that is released and acquired orders the plain accesses to the data; so do fences around relaxed accesses, and
// a read-modify-write in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;
static void* producer(void* a) {
  data = 42;
#ifdef FENCES
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&ready, 1, STORE);
  return 0;
}
static void* updater(void* a) {
  atomic_fetch_add_explicit(&ready, 2, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, producer, 0);
#ifdef UPDATE
  pthread_create(&t[1], 0, updater, 0);
#endif
  if (atomic_load_explicit(&ready, LOAD) & 1) {
#ifdef FENCES
    atomic_thread_fence(memory_order_acquire);
#endif
    assert(data == 42);
  }
  pthread_join(t[0], 0);
#ifdef UPDATE
  pthread_join(t[1], 0);
#endif
  assert(data == 42);
  return 0;
}
