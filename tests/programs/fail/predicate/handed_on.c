// VERDICT: bug:assertion
// FILES: handed_on.c handed_on_body.c
// RUN: --engine dpor --check assertion,deadlock
// RUN: --engine mcr --check assertion,deadlock
// RUN: --engine dpor-predicate
// What a thread ends with comes back through its join; its function is in another file, where nobody takes its address.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
void* read_it(void* unused);

static void* write_it(void* unused) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  void* result;
  pthread_create(&a, 0, read_it, 0);
  pthread_create(&b, 0, write_it, 0);
  pthread_join(a, &result);
  pthread_join(b, 0);
  assert(result == 0);  // BUG
}
