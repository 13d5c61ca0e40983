// FALLBACK: a run did not show what the model of the program says
// VERDICT: verified
// exit in a thread ends the execution, atexit handlers run once, in reverse order, in that thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int order, x;
static void first(void) { assert(order++ == 1); }
static void second(void) { assert(order++ == 0); }
static void deep(int n) {
  if (n == 0) exit(0);
  deep(n - 1);
}
static void* run(void* a) {
  x++;
  deep(10);
  return 0;
}

int main(void) {
  atexit(first);
  atexit(second);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x++;
  pthread_join(t, 0);
  assert(0);
}
