/* A lock for readers and writers in one word, as in Linux: a reader takes one, a writer all; whether a thread reads or writes is an input. */
#include "input.h"
#ifndef K
#define K 1
#endif
#define ALL 0x01000000

atomic_int lock = ALL;
int data;

static void *user(void *unused) {
  for (int k = 0; k < K; k++) {
    const int writes = INPUT(1, 0) != 0, share = writes ? ALL : 1;
    while (atomic_fetch_sub(&lock, share) < share) {
      atomic_fetch_add(&lock, share);
      while (lock < share) {
      }
    }
    const int seen = data;
    if (writes) data = seen + 1;
    assert(data == seen + writes);
    atomic_fetch_add(&lock, share);
  }
  return NULL;
}

int main(void) {
  pthread_t a = start(user, NULL), b = start(user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
