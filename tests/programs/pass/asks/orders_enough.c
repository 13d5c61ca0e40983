// VERDICT: verified
// Relaxed and acquiring accesses side by side, in every way that does hand the data over: a release sequence, fences, a spin lock
// that is only acquired where it is taken. What the readers ask of the flags is one bit.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data, counted, guarded;
static atomic_int flag, ready;
static atomic_flag held = ATOMIC_FLAG_INIT;

static void add(int n) {
  while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
  }
  guarded += n;
  atomic_flag_clear_explicit(&held, memory_order_release);
}

static void* writer(void* x) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  counted = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  add(1);
  return 0;
}

static void* helper(void* x) {
  int seen = 1;
  atomic_compare_exchange_strong_explicit(&flag, &seen, 2, memory_order_relaxed, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, helper, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) assert(data == 1);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    assert(counted == 1);
  }
  add(2);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(guarded == 3);
  return 0;
}
