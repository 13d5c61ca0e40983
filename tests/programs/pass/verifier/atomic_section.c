// VERDICT: verified
// Between atomic_begin and atomic_end no other thread runs; functions named __VERIFIER_atomic_* are such sections too.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int n, m;
static void __VERIFIER_atomic_add(void) { m = m + 1; }
static void* run(void* a) {
  __VERIFIER_atomic_begin();
  n = n + 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_add();
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  assert(m == 2);
  return 0;
}
