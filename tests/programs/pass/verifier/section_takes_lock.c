// VERDICT: verified
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine dpor-classic --keep-going
// RUN: --engine optimal --keep-going
// RUN: --engine icb+dpor --keep-going
// RUN: --engine mcr --keep-going
// A section takes locks, a semaphore and a reader-writer lock that nobody else can hold when it comes to them: nobody comes in
// between.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static atomic_int x, y;
static void* section(void* a) {
  __VERIFIER_atomic_begin();
  x++;
  pthread_mutex_lock(&m);
  sem_wait(&s);
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_unlock(&rw);
  sem_post(&s);
  y++;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return 0;
}
static void* looks(void* a) {
  __VERIFIER_atomic_begin();
  const int first = x, second = y;
  __VERIFIER_atomic_end();
  assert(first == second);
  return 0;
}

int main(void) {
  pthread_t t[3];
  sem_init(&s, 0, 1);
  pthread_create(&t[0], 0, section, 0);
  pthread_create(&t[1], 0, section, 0);
  pthread_create(&t[2], 0, looks, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(x == 2);
  return 0;
}
