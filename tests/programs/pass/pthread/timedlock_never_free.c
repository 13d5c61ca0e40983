// FALLBACK: the model does not say what an event does
// VERDICT: verified
// A timed lock of a mutex that is never released ends with ETIMEDOUT, not in a deadlock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* a) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 5;
  assert(pthread_mutex_timedlock(&m, &until) == ETIMEDOUT);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_mutex_unlock(&m);
  return 0;
}
