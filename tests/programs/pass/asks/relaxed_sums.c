// VERDICT: verified
// EXECUTIONS: mcr=1
// Relaxed accesses beside ones that acquire and release: who acquires from whom does not decide what the threads do, and is no answer.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, sum;

static void* count(void* p) {
  for (int i = 1; i <= 3; i++) atomic_store_explicit(&x, i, memory_order_relaxed);
  return 0;
}
static void* look(void* p) {
  int seen = atomic_load_explicit(&x, memory_order_acquire);
  atomic_store_explicit(&sum, seen, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return sum < 0;
}
