// VERDICT: bug:assertion
// FILES: pointed_to.c pointed_to_body.c
// RUN: --engine dpor --check assertion,deadlock
// RUN: --engine mcr --check assertion
// A function is called through a pointer; it is in another file, where nobody takes its address.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int look(void);
int (*volatile go)(void) = look;

static void* write_it(void* unused) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t b;
  pthread_create(&b, 0, write_it, 0);
  int seen = go();
  assert(seen == 0);  // BUG
  pthread_join(b, 0);
}
