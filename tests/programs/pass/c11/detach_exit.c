// VERDICT: verified
// thrd_detach, thrd_exit and the result of a thread that leaves early.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int done;
static int leaves(void* a) {
  thrd_exit(9);
  return 1;
}
static int detached(void* a) {
  done = 1;
  return 0;
}

int main(void) {
  thrd_t t, d;
  int result;
  thrd_create(&t, leaves, 0);
  thrd_create(&d, detached, 0);
  thrd_detach(d);
  thrd_join(t, &result);
  assert(result == 9);
  while (!done) thrd_yield();
  return 0;
}
