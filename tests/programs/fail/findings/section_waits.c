// VERDICT: bug:assertion
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine dpor-classic --keep-going
// RUN: --engine optimal --keep-going
// RUN: --engine icb+dpor --keep-going
// RUN: --engine mcr --keep-going
// A section that has to wait for a lock lets others in, also after the lock was given back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static atomic_int seen, after;
static void* section(void* a) {
  __VERIFIER_atomic_begin();
  y = 1;
  pthread_mutex_lock(&m);
  after = x;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return 0;
}
static void* holder(void* a) {
  pthread_mutex_lock(&m);
  seen = y;
  pthread_mutex_unlock(&m);
  x = 1;
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, section, 0);
  pthread_create(&t[1], 0, holder, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(!(after == 1 && seen == 1));  // BUG
  return 0;
}
