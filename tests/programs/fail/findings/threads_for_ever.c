// VERDICT: bug:assertion
// Threads are started for ever. What the first ones do is seen all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets;

static void* third(void* unused) {
  assert(tickets++ != 2);  // BUG
  return 0;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, third, 0);
  }
}
