// VERDICT: bug:assertion
// Two readers do hold the lock at once in some execution.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int readers;
static void* reader(void* x) {
  pthread_rwlock_rdlock(&l);
  assert(++readers == 1);  // BUG
  readers--;
  pthread_rwlock_unlock(&l);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, reader, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
