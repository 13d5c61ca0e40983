// A pool that hands out more than it may: the test and the change are apart. How often it was used is kept beside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int active, borrowed, returned;
static void *client(void *unused) {
  borrowed = borrowed + 1;
  if (active < 1) {
    active = active + 1;
    assert(active <= 1);
    active = active - 1;
  }
  returned = returned + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
