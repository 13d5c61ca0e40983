// VERDICT: verified
// A timed wait is signalled or gives up, and holds the mutex in both cases.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, inside;
static void* waiter(void* x) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 60;
  int r = 0;
  pthread_mutex_lock(&m);
  while (!ready && r == 0) {
    r = pthread_cond_timedwait(&c, &m, &until);
    assert(r == 0 || r == ETIMEDOUT);
    assert(++inside == 1);
    --inside;
  }
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  assert(++inside == 1);
  ready = 1;
  --inside;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
