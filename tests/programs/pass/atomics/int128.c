// VERDICT: verified
// unsigned __int128 with all operations.
// RUN: -mcx16
#include <assert.h>
#include <pthread.h>

typedef unsigned __int128 u128;
static u128 x;
static void* run(void* a) {
  __atomic_fetch_add(&x, ((u128)1 << 64) | 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  u128 seen = __atomic_load_n(&x, __ATOMIC_ACQUIRE);
  assert((unsigned long)seen == (unsigned long)(seen >> 64));
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == (((u128)2 << 64) | 2));
  u128 expected = x;
  assert(__atomic_compare_exchange_n(&x, &expected, 7, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  assert(__atomic_exchange_n(&x, 8, __ATOMIC_RELAXED) == 7);
  assert(__sync_bool_compare_and_swap(&x, 8, 9));
  __atomic_store_n(&x, 10, __ATOMIC_RELEASE);
  assert(__atomic_or_fetch(&x, 5, __ATOMIC_SEQ_CST) == 15);
  assert(__atomic_sub_fetch(&x, 16, __ATOMIC_SEQ_CST) == ~(u128)0);
  return 0;
}
