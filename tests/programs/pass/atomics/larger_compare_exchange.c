// VERDICT: verified
// Exchange and compare-exchange of 24 bytes are one step each, and a failed one says what it found.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  long i[3];
} Big;
static _Atomic Big big;
static void* run(void* x) {
  Big old = atomic_load(&big), next;
  do {
    for (int k = 0; k < 3; k++) next.i[k] = old.i[k] + 1;
  } while (!atomic_compare_exchange_strong(&big, &old, next));
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  Big zero = {{0, 0, 0}};
  Big last = atomic_exchange(&big, zero);
  assert(last.i[0] == 2 && last.i[1] == 2 && last.i[2] == 2);
  last = atomic_load(&big);
  assert(last.i[0] == 0);
  return 0;
}
