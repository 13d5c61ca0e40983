// VERDICT: bug:assertion
// A byte write inside a word that another thread reads as a word.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
  _Atomic uint64_t whole;
  _Atomic uint8_t byte[8];
} u;
static void* writer(void* x) {
  atomic_store(&u.byte[3], 0xff);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  assert(atomic_load(&u.whole) == 0);  // BUG
  pthread_join(t, 0);
  return 0;
}
