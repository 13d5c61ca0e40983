/* A lock by compare-exchange; how many of at most K sections each of T threads makes is an input. */
#include "input.h"
#ifndef T
#define T 2
#endif
#ifndef K
#define K 2
#endif

atomic_int lock;
int inside;

static void *user(void *unused) {
  for (int k = between(INPUT(K, 0), 0, K); k > 0; k--) {
    for (int expected = 0; !atomic_compare_exchange_strong(&lock, &expected, 1); expected = 0) {
    }
    assert(inside == 0);
    inside = 1;
    inside = 0;
    lock = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[T];
  for (int i = 0; i < T; i++) threads[i] = start(user, NULL);
  for (int i = 0; i < T; i++) pthread_join(threads[i], NULL);
}
