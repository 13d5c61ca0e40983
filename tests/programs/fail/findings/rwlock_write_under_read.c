// VERDICT: bug:assertion
// A write under the reading side of a lock is lost.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int n;
static void* run(void* x) {
  pthread_rwlock_rdlock(&l);
  n++;
  pthread_rwlock_unlock(&l);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);  // BUG
  return 0;
}
