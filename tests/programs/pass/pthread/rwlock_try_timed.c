// FALLBACK: the model does not say what an event does
// VERDICT: verified
// try and timed operations of both sides.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l;
static void* run(void* x) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 3;
  assert(pthread_rwlock_trywrlock(&l) == EBUSY);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_timedrdlock(&l, &until) == 0);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_timedwrlock(&l, &until) == ETIMEDOUT);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&l, 0);
  pthread_rwlock_rdlock(&l);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_trywrlock(&l) == 0);
  assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_destroy(&l);
  return 0;
}
