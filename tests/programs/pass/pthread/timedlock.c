// VERDICT: verified
// A timed lock gets the mutex or gives up; nobody waits in real time.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* a) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1000;
  int r = pthread_mutex_timedlock(&m, &until);
  assert(r == 0 || r == ETIMEDOUT);
  if (r == 0) {
    pthread_mutex_unlock(&m);
  } else {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= until.tv_sec);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, run, 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
