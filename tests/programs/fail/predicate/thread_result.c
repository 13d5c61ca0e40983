// VERDICT: bug:assertion
// RUN: --engine dpor --check assertion,deadlock
// RUN: --engine mcr --check assertion,deadlock
// What a thread read comes back through its join.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* read(void* unused) { return (void*)(long)x; }
static void* write(void* unused) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  void* result;
  pthread_create(&a, 0, read, 0);
  pthread_create(&b, 0, write, 0);
  pthread_join(a, &result);
  pthread_join(b, 0);
  assert(result == 0);  // BUG
}
