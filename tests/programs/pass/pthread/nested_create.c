// VERDICT: verified
// Threads that start threads; some are joined by another thread than their creator.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static void* leaf(void* x) {
  n++;
  return 0;
}
static void* middle(void* x) {
  pthread_t mine;
  pthread_create(&mine, 0, leaf, 0);
  pthread_create((pthread_t*)x, 0, leaf, 0);
  pthread_join(mine, 0);
  return 0;
}

int main(void) {
  pthread_t t, grandchild;
  pthread_create(&t, 0, middle, &grandchild);
  pthread_join(t, 0);
  pthread_join(grandchild, 0);
  assert(n == 2);
  return 0;
}
