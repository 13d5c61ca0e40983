// VERDICT: bug:deadlock
// Two readers that both want to become writers.
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both;
static void* run(void* a) {
  pthread_rwlock_rdlock(&l);
  pthread_barrier_wait(&both);
  pthread_rwlock_wrlock(&l);  // BUG
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&both, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
