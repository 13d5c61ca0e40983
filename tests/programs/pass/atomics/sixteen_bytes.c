// VERDICT: verified
// 16-byte atomics are one step: no thread sees half of a pair, and a double-word swap loop loses nothing.
// RUN:
// RUN: -mcx16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef struct {
  uint64_t a, b;
} Pair;
static _Atomic Pair pair;

static void* run(void* x) {
  Pair old = atomic_load(&pair), wanted;
  do {
    assert(old.a == old.b);
    wanted = (Pair){old.a + 1, old.b + 1};
  } while (!atomic_compare_exchange_weak(&pair, &old, wanted));
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  Pair end = atomic_load(&pair);
  assert(end.a == 2 && end.b == 2);
  Pair before = atomic_exchange(&pair, ((Pair){9, 9}));
  assert(before.a == 2);
  atomic_store(&pair, ((Pair){3, 4}));
  end = pair;
  assert(end.a == 3 && end.b == 4);
  return 0;
}
