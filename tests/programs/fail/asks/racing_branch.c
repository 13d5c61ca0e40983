// VERDICT: bug:race
// Nobody reads what the branch writes, but the write itself is a race.
// RUN: -O0
// RUN: -O1
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;
static int level;

static void* worker(void* p) {
  int h = atomic_load_explicit(&hits, memory_order_relaxed);
  if (h < 2) level = h;  // BUG
  atomic_store_explicit(&hits, h + 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
