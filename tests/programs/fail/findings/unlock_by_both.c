// Each of two threads fails at its first step: both are found, whoever comes first.
// VERDICT: bug:lock-misuse
// RUN: --engine icb+dpor --keep-going
// REPORT: unlock_by_both.c:13
// REPORT: unlock_by_both.c:20
// RUN: --engine dpor --keep-going
// REPORT: unlock_by_both.c:13
// REPORT: unlock_by_both.c:20
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *other(void *unused) {
  pthread_rwlock_unlock(&l);  // BUG
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_rwlock_unlock(&l);  // BUG
  pthread_join(t, 0);
  return 0;
}
